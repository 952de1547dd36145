using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Gangs;

/// <summary>Makes the meeting point of an execution that is one of several.</summary>
internal sealed class StartBarrierFactory(
    IBarrierConnection connection, GangStore gangs, RunStore runs, WorkerPresence presence, WorkerOptions options, TimeProvider time)
{
    /// <summary>Null for a point that one worker measures alone.</summary>
    public GangStartBarrier? For(BenchmarkTask task) => task.Order.Members == 1
        ? null
        : new(task, presence.HostId, new(task, connection, gangs, presence.HostId, presence.Build, options, time), runs, time);
}
