using AzurePerf.Hosting;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.TaskManager;
using AzurePerf.TaskManager.Barrier;

return await AzurePerfHost.RunAsync("taskmanager", args, builder => builder.AddTaskManagerHost(), app =>
{
    app.MapBarrier();
    app.MapMetricsForThisMachine();
});
