using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Rules;

/// <summary>A message is deleted only if its row is terminal or missing, or its run has ended; one of several tasks, if that holds for each. Looked at where it happens: reconciliation would hide it.</summary>
internal sealed class MessageRule(RuleBook book) : Rule(book)
{
    public override void MessageDeleted(SimulatedProcess by, string text)
    {
        if (TaskRow.Named(text) is not { } first || Book.Tasks.HasEnded(first.RunId))
        {
            return;
        }

        string[] keys = [.. TaskRow.KeysOf(text)];
        foreach (var key in keys.Select(key => key.Split('/')))
        {
            // One of several that is handed out alone by now has a message of its own.
            if (Book.Account.Find(first.Table, key[0], key[1]) is { } row
                && !TaskRow.IsTerminal(row) && !(keys.Length > 1 && TaskRow.AttemptOf(row) > 1))
            {
                Break($"{by} deleted the message of {TaskRow.KeyOf(row)}, which is {TaskRow.StatusOf(row)}");
            }
        }
    }
}
