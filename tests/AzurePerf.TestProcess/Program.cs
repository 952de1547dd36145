using AzurePerf.TestProcess;

// What the process tests start and kill.
return args switch
{
    ["cluster", var hosts] => await ParentRole.RunClusterAsync(hosts),
    ["install", var npmScript, var cache] => await ParentRole.InstallAsync(npmScript, cache),
    _ => await HostRole.RunAsync(args),
};
