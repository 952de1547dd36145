using System.Text.Json.Nodes;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.TaskManager.Planning;
using AzurePerf.Worker;
using AzurePerf.Worker.Tasks;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.StorageTests.Control;

/// <summary>Messages of the builds before and after this one on real queues. No build wrote the versions before of these tests, which have other names for two members.</summary>
public sealed class MessageVersionsTests(AzuriteFixture azurite) : IAsyncLifetime
{
    private const string RunId = "abcdefghij234567klmn";
    private const string TaskBefore = $$"""{"v":1,"run":"{{RunId}}","stage":1,"hh":"00","task":7,"attempt":2,"etag":"e"}""";
    private const string RequestBefore = $$"""{"v":0,"id":"{{RunId}}"}""";

    private static readonly TimeSpan Hidden = TimeSpan.FromSeconds(30);

    private static readonly MessageVersions<TaskMessage> Tasks = new(MessageJson.Default.TaskMessage, TaskMessage.AloneVersion, old => Renamed(old, "attempt", "a"));
    private static readonly MessageVersions<RunRequestMessage> Requests = new(MessageJson.Default.RunRequestMessage, RunRequestMessage.CurrentVersion, old => Renamed(old, "id", "run"));

    private readonly ControlPlane _control = ControlPlane.Connect(StorageAccountAddress.Parse(azurite.ConnectionString), azurite.NewName(), new());

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => await _control.CreateAsync(Cancelled);

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task A_worker_reads_a_task_message_of_the_build_before_and_leaves_it_in_its_queue()
    {
        await _control.BagTasks.PutAsync(TaskBefore, TimeSpan.Zero, Cancelled);

        var read = await Reading(text => MessageText.ReadTask(text, Tasks)).ReadAsync(await GetTaskAsync(), Cancelled);

        Assert.Equal(new TaskMessage(TaskMessage.AloneVersion, RunId, 1, "00", 7, 2, "e"), read);
        Assert.Equal((1, 0), (await _control.BagTasks.CountAsync(Cancelled), await _control.BagPoison.CountAsync(Cancelled)));
    }

    [Fact]
    public async Task A_task_message_of_the_next_build_is_hidden_and_left_to_it()
    {
        await _control.BagTasks.PutAsync(TaskBefore.Replace("\"v\":1", "\"v\":4", StringComparison.Ordinal), TimeSpan.Zero, Cancelled);

        Assert.Null(await Reading().ReadAsync(await GetTaskAsync(), Cancelled));

        Assert.Equal((1, 0), (await _control.BagTasks.CountAsync(Cancelled), await _control.BagPoison.CountAsync(Cancelled)));
        Assert.Empty(await _control.BagTasks.GetAsync(1, Hidden, Cancelled));
    }

    [Theory]
    [InlineData(1, "its version is 1, and this build reads version 3")]
    [InlineData(5, "its version is 5, and this build reads version 3")]
    public async Task A_task_message_of_any_other_version_goes_to_the_poison_queue_with_the_reason(int version, string reason)
    {
        var text = TaskBefore.Replace("\"v\":1", $"\"v\":{version}", StringComparison.Ordinal);
        await _control.BagTasks.PutAsync(text, TimeSpan.Zero, Cancelled);

        Assert.Null(await Reading().ReadAsync(await GetTaskAsync(), Cancelled));

        Assert.Equal(0, await _control.BagTasks.CountAsync(Cancelled));
        await AssertPoisonAsync(_control.BagPoison, text, reason);
    }

    [Fact]
    public async Task A_TaskManager_reads_a_run_request_of_the_build_before()
    {
        await _control.RunRequests.PutAsync(RequestBefore, TimeSpan.Zero, Cancelled);

        Assert.Equal([RunId], await TakenAsync(Planning(text => MessageText.ReadRunRequest(text, Requests))));

        Assert.Equal((0, 0), (await _control.RunRequests.CountAsync(Cancelled), await _control.RunRequestPoison.CountAsync(Cancelled)));
    }

    [Fact]
    public async Task A_run_request_of_the_next_build_is_left_to_it_and_one_of_any_other_is_poison()
    {
        const string After = $$"""{"v":2,"run":"{{RunId}}"}""", Unknown = $$"""{"v":3,"run":"{{RunId}}"}""";
        await _control.RunRequests.PutAsync(After, TimeSpan.Zero, Cancelled);
        await _control.RunRequests.PutAsync(Unknown, TimeSpan.Zero, Cancelled);

        Assert.Empty(await TakenAsync(Planning()));

        Assert.Equal(1, await _control.RunRequests.CountAsync(Cancelled));
        await AssertPoisonAsync(_control.RunRequestPoison, Unknown, "its version is 3, and this build reads version 1");
    }

    private static JsonObject Renamed(JsonObject old, string before, string now)
    {
        old[now] = old[before]?.DeepClone();
        old.Remove(before);
        return old;
    }

    private static async Task AssertPoisonAsync(IMessageQueue queue, string text, string reason)
    {
        var poison = JsonNode.Parse(Assert.Single(await queue.GetAsync(2, Hidden, Cancelled)).Text)!;
        Assert.Equal((reason, text), ((string)poison["reason"]!, (string)poison["message"]!));
    }

    private TaskMessageReader Reading(Func<string, TaskMessage?>? read = null) =>
        new(new TaskQueue(_control, new WorkerOptions { Pool = WorkerPool.Bag }), new(TimeSpan.FromSeconds(30), TimeSpan.FromSeconds(5)), TimeProvider.System, NullLogger<TaskMessageReader>.Instance, read);

    private RunRequests Planning(Func<string, RunRequestMessage?>? read = null) => new(_control, TimeProvider.System, NullLogger<RunRequests>.Instance, read);

    private async Task<ReceivedMessage> GetTaskAsync() => Assert.Single(await _control.BagTasks.GetAsync(1, Hidden, Cancelled));

    private static async Task<IReadOnlyList<string>> TakenAsync(RunRequests requests)
    {
        var taken = new List<string>();
        await requests.TakeAsync((run, _) =>
        {
            taken.Add(run);
            return Task.CompletedTask;
        }, Cancelled);
        return taken;
    }
}
