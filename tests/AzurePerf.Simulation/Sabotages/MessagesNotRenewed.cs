using AzurePerf.Core.Workers;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Workers do not hide the messages of long executions anew.</summary>
internal sealed class MessagesNotRenewed : Sabotage
{
    private static readonly TimeSpan Visibility = new EngineTimes(TimeSpan.FromSeconds(1)).Visibility;

    public override bool HidesNow(SimulatedProcess by, ReceivedMessage message, TimeSpan visibility) => by.IsTaskManager || visibility != Visibility;
}
