using AzurePerf.Hosting;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.Worker;

return await AzurePerfHost.RunAsync("worker", args, builder => builder.AddWorkerHost(), app => app.MapMetricsForThisMachine());
