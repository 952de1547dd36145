using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Rules;

/// <summary>A message is deleted only if its row is terminal or missing, or its run has ended. Looked at where it happens: reconciliation would hide it.</summary>
internal sealed class MessageRule(RuleBook book) : Rule(book)
{
    public override void MessageDeleted(SimulatedProcess by, string text)
    {
        if (TaskRow.Named(text) is { } key
            && Book.Account.Find(key.Table, key.Partition, key.Row) is { } row
            && !TaskRow.IsTerminal(row)
            && !Book.Tasks.HasEnded(key.RunId))
        {
            Break($"{by} deleted the message of {TaskRow.KeyOf(row)}, which is {TaskRow.StatusOf(row)}");
        }
    }
}
