using AzurePerf.Hosting;
using AzurePerf.Worker;

return await AzurePerfHost.RunAsync("worker", args, builder => builder.AddWorkerHost(), _ => { });
