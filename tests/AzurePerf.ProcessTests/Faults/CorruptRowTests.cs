using System.Text.Json.Nodes;
using Azure.Data.Tables;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.ProcessTests.Faults;

public sealed class CorruptRowTests(Emulators emulators)
{
    private const int Tasks = 24;
    private const int Edited = 17;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60) + (30 * FaultSettings.Heartbeat);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_message_that_cannot_be_read_is_put_aside_with_the_reason_and_a_row_edited_to_nonsense_ends_its_run_and_no_other()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        installation.StartTaskManager();
        var spoilt = await installation.SubmitAsync(RunRequests.Bag(Tasks, FaultSettings.Milliseconds(0.5)));
        var sound = await installation.SubmitAsync(RunRequests.Bag(Tasks, FaultSettings.Milliseconds(0.1)));
        await installation.UntilTasksAsync(sound, StageId.Bag(0), task => task.Status == BenchmarkTaskStatus.Ready, Limit);
        await installation.UntilTasksAsync(spoilt, StageId.Bag(0), task => task.Status == BenchmarkTaskStatus.Ready, Limit);
        var text = $$"""{"v":7,"run":"{{sound}}","stage":2,"hh":"00","task":0,"a":1,"etag":""}""";
        await installation.Queue(ControlNames.BagQueue).SendMessageAsync(text, Cancelled);
        var row = new TableEntity($"00-{spoilt}-{StageId.Bag(0).Number:D2}", $"{Edited:D8}") { ["st"] = "Banana" };
        await installation.Table(ControlNames.TasksTable).UpdateEntityAsync(row, Azure.ETag.All, TableUpdateMode.Merge, Cancelled);

        installation.StartWorker(WorkerPool.Bag, "bag-worker");
        RunState[] ended = [await installation.UntilEndedAsync(spoilt, Limit), await installation.UntilEndedAsync(sound, Limit)];

        Assert.Equal(RunStatus.Failed, ended[0].Status);
        Assert.Contains($"row {row.PartitionKey}/{row.RowKey}: st ", ended[0].Reason, StringComparison.Ordinal);
        Assert.Equal((RunStatus.Completed, ""), (ended[1].Status, ended[1].Reason));
        await installation.Ledger.CheckAsync(await installation.TasksAsync(sound, StageId.Bag(0)));
        var poison = await installation.UntilAsync(
            async () => (await installation.Queue(ControlNames.BagPoisonQueue).PeekMessagesAsync(32, Cancelled)).Value is [_, ..] found ? found : null, Limit);
        var put = JsonNode.Parse(Assert.Single(poison).Body.ToString())!;
        Assert.Equal((text, $"its version is 7, and this build reads version {TaskMessage.CurrentVersion}"), ((string)put["message"]!, (string)put["reason"]!));
    }
}
