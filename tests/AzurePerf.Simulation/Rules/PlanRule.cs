using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.PlugIn;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A stage that is planned late is planned once, from all that the stages before it brought; its orders are stored before its row says so,
/// no task of it is made before, and each task does
/// what its order says.
/// </summary>
internal sealed class PlanRule(RuleBook book) : Rule(book)
{
    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.RunsTable, Before: { } before, After: { } after } && after.RowKey[0] == 's')
            {
                CheckStage(change, before, after);
            }
            else if (change is { Table: ControlNames.TasksTable, Before: null, After: { } task }
                && Book.Tasks.Stage(TaskRow.RunOf(task), TaskRow.StageOf(task))?.Flag("unplanned") == true)
            {
                Break($"{change.By} made {TaskRow.KeyOf(task)}, whose stage has no plan");
            }
            else if (change is { Table: ControlNames.TasksTable, After: { } done } && TaskRow.StatusOf(done) == TaskRow.Done)
            {
                CheckProduct(change, done);
            }
        }
    }

    private void CheckStage(RowChange change, Row before, Row after)
    {
        var name = $"stage {after.RowKey} of run {after.PartitionKey}";
        if (!before.Flag("unplanned") && (before.Text("plan") != after.Text("plan") || (before.Text("plan").Length > 0 && before.Integer("total") != after.Integer("total"))))
        {
            Break($"{change.By} planned {name} anew");
        }
        else if (before.Flag("unplanned") && after.Text("plan").Length > 0)
        {
            var orders = OrdersOf(after);
            if (orders is null || orders.Length != after.Integer("total"))
            {
                Break($"{change.By} stored the plan of {name}, and of its {after.Integer("total")} orders {orders?.Length ?? 0} are there");
            }
            else if (!orders.SequenceEqual(ExpectedOf(after)))
            {
                Break($"{change.By} planned {name} as {string.Join(", ", orders)}, and what came before it asks for {string.Join(", ", ExpectedOf(after))}");
            }
        }
    }

    private void CheckProduct(RowChange change, Row done)
    {
        if (Book.Tasks.Stage(TaskRow.RunOf(done), TaskRow.StageOf(done)) is { } stage && stage.Text("plan").Length > 0 && done.Text("result") is { Length: > 0 } result)
        {
            using var product = JsonDocument.Parse(result);
            var order = product.RootElement.EnumerateObject().First().Value.GetString();
            if (OrdersOf(stage)?[TaskRow.NumberOf(done)] != order)
            {
                Break($"{change.By} stored a result of {TaskRow.KeyOf(done)} for the order {order}, which is another task's");
            }
        }
    }

    private string[]? OrdersOf(Row stage)
    {
        var orders = new List<string>();
        for (var block = 0; block * TaskSharding.BlockTasks < stage.Integer("total"); block++)
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"{stage.PartitionKey}/{stage.RowKey[1..]}/plan-{stage.Text("plan")}/{block:D6}.json");
            if (Book.Account.Blob(name) is not { } content)
            {
                return null;
            }

            orders.AddRange(JsonSerializer.Deserialize<string[]>(content)!);
        }

        return [.. orders];
    }

    /// <summary>What the sample pipeline makes of the rows of the stage before.</summary>
    private IEnumerable<string> ExpectedOf(Row stage)
    {
        var before = (int.Parse(stage.RowKey[1..], CultureInfo.InvariantCulture) - 1).ToString("D2", CultureInfo.InvariantCulture);
        var products = Book.Tasks.Ended
            .Where(row => TaskRow.RunOf(row) == stage.PartitionKey && TaskRow.StageOf(row) == before && TaskRow.StatusOf(row) == TaskRow.Done && row.Text("cause").Length == 0)
            .OrderBy(TaskRow.NumberOf).ToArray();
        return stage.Text("name") != SamplePipeline.Join ? products.SelectMany(PartsOf)
            : products.Length > 0 || !SkipsNothing(stage.PartitionKey) ? [$"{products.Length} parts"] : [];
    }

    /// <summary>Whether a run joins no parts by no task.</summary>
    private bool SkipsNothing(string runId)
    {
        using var spec = JsonDocument.Parse(Book.Account.Find(ControlNames.RunsTable, runId, "h")!.Text("spec"));
        return spec.RootElement.GetProperty("parameters").GetProperty("noParts").GetString() == "skip";
    }

    private static IEnumerable<string> PartsOf(Row drawn)
    {
        using var product = JsonDocument.Parse(drawn.Text("result"));
        return [.. Enumerable.Range(0, product.RootElement.GetProperty("parts").GetInt32()).Select(part => string.Create(CultureInfo.InvariantCulture, $"{TaskRow.NumberOf(drawn)}/{part}"))];
    }
}
