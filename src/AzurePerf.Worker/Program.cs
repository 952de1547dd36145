using System.Runtime.CompilerServices;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.Sandbox;
using AzurePerf.Worker;
using AzurePerf.Worker.Execution;

return SandboxVerbs.Has(args) ? SandboxVerbs.Run(args) : await HostAsync(args);

// A method of its own: a launcher of programs loads nothing of the host.
[MethodImpl(MethodImplOptions.NoInlining)]
static Task<int> HostAsync(string[] args)
{
    ReceivingThreads.MakeOneForEachProcessor();
    return AzurePerfHost.RunAsync("worker", args, builder => builder.AddWorkerHost(), app => app.MapMetricsForThisMachine());
}
