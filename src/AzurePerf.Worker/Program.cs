using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Settings;
using AzurePerf.Worker;

return await AzurePerfHost.RunAsync("worker", args, Configure, _ => { });

static void Configure(WebApplicationBuilder builder)
{
    builder.AddControlPlane(needsTarget: true);
    builder.AddHostOptions<EngineOptions>("Engine");
    builder.AddHostOptions<WorkerOptions>("Worker");
    builder.Services.AddWorker();
}
