using AzurePerf.Hosting;

return await AzurePerfHost.RunAsync("taskmanager", args, _ => { }, _ => { });
