using AzurePerf.Core.Messages;
using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Rules;

/// <summary>A worker from which a task was taken hides its message no more, once that leads to the next attempt: the others would not find it.</summary>
internal sealed class RenewalRule(RuleBook book) : Rule(book)
{
    public override void MessageHidden(SimulatedProcess by, string before, string now)
    {
        if (MessageText.ReadTask(before) is { } given && MessageText.ReadTask(now) is { } held && held.Attempt < given.Attempt)
        {
            Break($"{by} holds the message of attempt {held.Attempt} at task {held.RunId}/{held.Stage}/{held.Task} back, which was given to others for attempt {given.Attempt}");
        }
    }
}
