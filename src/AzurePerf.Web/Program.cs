using AzurePerf.Hosting;

return await AzurePerfHost.RunAsync("web", args, _ => { }, _ => { });
