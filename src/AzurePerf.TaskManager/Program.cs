using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Settings;
using AzurePerf.TaskManager;
using AzurePerf.TaskManager.Barrier;

return await AzurePerfHost.RunAsync("taskmanager", args, Configure, app => app.MapBarrier());

static void Configure(WebApplicationBuilder builder)
{
    builder.AddControlPlane();
    builder.AddHostOptions<EngineOptions>("Engine");
    builder.AddHostOptions<TaskManagerOptions>("TaskManager");
    builder.Services.AddTaskManager();
}
