using AzurePerf.TestProcess;

// What the process tests start and kill.
return args switch
{
    ["cluster", var hosts] => await ParentRole.RunClusterAsync(hosts),
    ["postgres"] => await ParentRole.RunPostgresAsync(),
    ["sandbox", var folder, var user, var fileName, .. var arguments] => await SandboxRole.RunAsync(folder, user, fileName, arguments),
    ["sandbox-open", var folder, var name] => SandboxRole.Open(folder, name),
    ["install", var npmScript, var cache] => await ParentRole.InstallAsync(npmScript, cache),
    _ when args.Contains("--PlugIns:Host=web") => await PlugInHosts.RunWebAsync(args),
    _ when args.Contains("--PlugIns:Host=taskmanager") => await PlugInHosts.RunTaskManagerAsync(args),
    _ when args.Contains("--PlugIns:Host=worker") => await PlugInHosts.RunWorkerAsync(args),
    _ => await HostRole.RunAsync(args),
};
