using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager moves the cursor of a stage first and puts the messages of the tasks that it passed afterwards.</summary>
internal sealed class CursorBeforePuts : Sabotage
{
    private readonly List<(SimulatedProcess By, InMemoryMessageQueue Queue, string Text, TimeSpan Delay)> _later = [];

    public override bool PutsNow(SimulatedProcess by, InMemoryMessageQueue queue, string text, TimeSpan delay)
    {
        _later.Add((by, queue, text, delay));
        return false;
    }

    public override void AfterWrite(RowChange change)
    {
        if (change.Table != ControlNames.RunsTable || change.Row.RowKey[0] != 's')
        {
            return;
        }

        foreach (var put in _later.Where(put => put.By == change.By))
        {
            ControlAccount.Now(put.Queue.PutAsync(put.Text, put.Delay, CancellationToken.None));
        }

        _later.RemoveAll(put => put.By == change.By);
    }
}
