using System.Text.Json.Nodes;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class MessageTests
{
    private readonly TaskManagerUnderTest _engine = new();

    [Fact]
    public async Task A_lost_message_is_put_again_after_six_heartbeats()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundAsync();
        var readyAt = (await PrepareAsync(runId)).ReadyAt;
        await LoseAllAsync();

        await _engine.RoundsAsync(5.8 * TaskManagerUnderTest.Heartbeat);
        Assert.Empty(_engine.Control.MeasureTasks.Texts);

        await _engine.RoundsAsync(0.4 * TaskManagerUnderTest.Heartbeat);
        Assert.Single(_engine.Control.MeasureTasks.Texts);
        Assert.True((await PrepareAsync(runId)).ReadyAt > readyAt);
        await _engine.WorkUntilEndedAsync(runId);
    }

    [Fact]
    public async Task Without_a_worker_a_message_that_is_there_is_not_put_again()
    {
        await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.RoundsAsync(60 * TaskManagerUnderTest.Heartbeat);

        Assert.Single(_engine.Control.MeasureTasks.Texts);
    }

    [Fact]
    public async Task Without_a_worker_a_lost_message_is_put_again_because_it_is_what_calls_for_one()
    {
        await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundAsync();
        await LoseAllAsync();

        await _engine.RoundsAsync(7 * TaskManagerUnderTest.Heartbeat);

        Assert.Single(_engine.Control.MeasureTasks.Texts);
    }

    [Fact]
    public async Task A_new_process_puts_the_message_once_more_because_it_cannot_know()
    {
        await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundAsync();

        _engine.Restart();
        await _engine.RoundsAsync(30 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal(2, _engine.Control.MeasureTasks.Texts.Count);
    }

    [Fact]
    public async Task Of_two_messages_for_one_task_the_second_leads_to_nothing()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.RoundAsync();
        _engine.Restart();
        var worker = await _engine.HireAsync();
        await _engine.HireAsync("worker2");

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(4, _engine.Team.Sum(member => member.Taken.Count));
        Assert.Equal([1, 1], (await _engine.PublishedAsync(runId)).Select(point => point.Attempt));
        Assert.NotEmpty(worker.Taken);
    }

    [Theory]
    [InlineData("nonsense", "it is not JSON: ")]
    [InlineData("{}", "it is no JSON object with a version v")]
    [InlineData("""{"v":1}""", "a member is missing or makes no sense")]
    [InlineData("""{"v":3,"run":"aaaaaaaaaaaaaaaaaaaa"}""", "its version is 3, and this build reads version 1")]
    [InlineData("""{"v":1,"run":"../../etc"}""", "a member is missing or makes no sense")]
    public async Task A_request_that_cannot_be_read_goes_to_the_poison_queue_with_the_reason(string text, string reason)
    {
        _engine.FaultsAreExpected = true;
        await _engine.Control.RunRequests.PutAsync(text, TimeSpan.Zero, TestContext.Current.CancellationToken);

        await _engine.RoundsAsync(TimeSpan.FromSeconds(2));

        var poison = JsonNode.Parse(Assert.Single(_engine.Control.RunRequestPoison.Texts))!;
        Assert.StartsWith(reason, (string)poison["reason"]!, StringComparison.Ordinal);
        Assert.Equal(text, (string)poison["message"]!);
        Assert.Empty(_engine.Control.RunRequests.Texts);
    }

    [Fact]
    public async Task A_request_of_the_next_build_is_left_to_it_for_a_day()
    {
        _engine.FaultsAreExpected = true;
        await _engine.Control.RunRequests.PutAsync("""{"v":2,"run":"aaaaaaaaaaaaaaaaaaaa"}""", TimeSpan.Zero, TestContext.Current.CancellationToken);

        await _engine.RoundsAsync(TimeSpan.FromMinutes(2));
        Assert.Single(_engine.Control.RunRequests.Texts);
        Assert.Empty(_engine.Control.RunRequestPoison.Texts);

        _engine.Time.Advance(MessageText.NextBuildLimit);
        await _engine.RoundsAsync(TimeSpan.FromSeconds(2));
        Assert.Empty(_engine.Control.RunRequests.Texts);
        Assert.Single(_engine.Control.RunRequestPoison.Texts);
    }

    [Fact]
    public async Task A_request_for_a_run_that_does_not_exist_is_dropped()
    {
        await _engine.Control.RunRequests.PutAsync("""{"v":1,"run":"aaaaaaaaaaaaaaaaaaaa"}""", TimeSpan.Zero, TestContext.Current.CancellationToken);

        await _engine.RoundsAsync(TimeSpan.FromSeconds(2));

        Assert.Empty(_engine.Control.RunRequests.Texts);
        Assert.Empty(_engine.Control.RunRequestPoison.Texts);
    }

    private async Task LoseAllAsync()
    {
        foreach (var message in await _engine.Control.MeasureTasks.GetAsync(32, TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken))
        {
            await _engine.Control.MeasureTasks.TryDeleteAsync(message, TestContext.Current.CancellationToken);
        }
    }

    private async Task<BenchmarkTask> PrepareAsync(string runId) =>
        (await _engine.Tasks.FindAsync(new(runId, StageKind.Prepare, 0), TestContext.Current.CancellationToken))!;
}
