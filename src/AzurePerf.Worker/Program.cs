using AzurePerf.Hosting;

return await AzurePerfHost.RunAsync("worker", args, _ => { }, _ => { });
