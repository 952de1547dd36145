using System.Text.Json;
using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>The blob that an accepted row names is that of the execution that was accepted, now and at the end.</summary>
internal sealed class BlobRule(RuleBook book) : Rule(book)
{
    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.TasksTable, After: { } row } && TaskRow.StatusOf(row) is TaskRow.Measured or TaskRow.Done)
            {
                Check(row);
            }
        }
    }

    public override void AtEnd()
    {
        foreach (var row in Book.Tasks.Ended.Where(row => TaskRow.StatusOf(row) == TaskRow.Done))
        {
            Check(row);
        }
    }

    private void Check(Row row)
    {
        if (NameIn(row.Text("result")) is not { Length: > 0 } name)
        {
            return;
        }

        var blob = Book.Account.Blob(name) is { } content ? InventedDetails.NonceIn(content) : null;
        if (blob != TaskRow.NonceOf(row))
        {
            Break($"{TaskRow.KeyOf(row)} names the blob {name}, which is {(blob is null ? "not there" : "another execution's")}");
        }
    }

    private static string? NameIn(string result)
    {
        if (result.Length == 0)
        {
            return null;
        }

        using var document = JsonDocument.Parse(result);
        return document.RootElement.TryGetProperty("detailsBlob", out var name) ? name.GetString() : null;
    }
}
