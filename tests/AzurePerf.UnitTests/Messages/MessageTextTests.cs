using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Messages;

public sealed class MessageTextTests
{
    private const string RunId = "abcdefghij234567klmn";

    private static readonly TaskMessage Whole = new(
        TaskMessage.CurrentVersion, RunId, 1, "00", 7, 2, "W/\"datetime'2026-02-14T09%3A30%3A00.0000000Z'\"", TraceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

    [Fact]
    public void A_task_message_is_written_and_read_as_ever()
    {
        GoldenFile.Check("message-task.json", MessageText.Write(Whole));
        Assert.Equal(Whole, MessageText.ReadTask(MessageText.Write(Whole)));
    }

    [Fact]
    public void A_task_message_without_a_trace_is_shorter_and_reads_the_same()
    {
        var plain = Whole with { TraceParent = null };

        GoldenFile.Check("message-task-untraced.json", MessageText.Write(plain));
        Assert.Equal(plain, MessageText.ReadTask(MessageText.Write(plain)));
    }

    [Fact]
    public void A_message_of_32_tasks_stays_below_4_KiB_and_builds_before_leave_it_to_others()
    {
        var shared = Whole with { With = [.. Enumerable.Range(1_000_000, BundleSize.Most - 1).Select(number => new BundledTask(number, Whole.ETag))] };
        var text = MessageText.Write(shared);

        Assert.InRange(text.Length, 2_000, 4_095);
        Assert.Equal(shared.Tasks, MessageText.ReadTask(text)!.Tasks);
        Assert.True(new MessageVersions<TaskMessage>(MessageJson.Default.TaskMessage, TaskMessage.AloneVersion).IsOfNextBuild(text));
        Assert.Null(MessageText.ReadTask(MessageText.Write(shared with { With = [.. shared.With, new(1, "e")] })));
    }

    [Fact]
    public void A_run_request_is_written_and_read_as_ever()
    {
        var message = new RunRequestMessage(1, RunId);

        GoldenFile.Check("message-run-request.json", MessageText.Write(message));
        Assert.Equal(message, MessageText.ReadRunRequest(MessageText.Write(message)));
    }

    [Fact]
    public void A_member_that_a_later_build_added_is_no_obstacle() =>
        Assert.NotNull(MessageText.ReadRunRequest($$"""{"v":1,"run":"{{RunId}}","later":true}"""));

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("\"text\"")]
    [InlineData("{}")]
    [InlineData("""{"v":0,"run":"abcdefghij234567klmn"}""")]
    [InlineData("""{"v":2,"run":"abcdefghij234567klmn"}""")]
    [InlineData("""{"v":"1","run":"abcdefghij234567klmn"}""")]
    [InlineData("""{"v":1,"run":null}""")]
    [InlineData("""{"v":1,"run":"a/b#c?d\\e"}""")]
    [InlineData("""{"v":1,"run":"ABCDEFGHIJ234567KLMN"}""")]
    public void What_is_no_run_request_of_this_build_is_not_read(string text) => Assert.Null(MessageText.ReadRunRequest(text));

    [Theory]
    [InlineData("v", "1")]
    [InlineData("v", "4")]
    [InlineData("with", "[{\"t\":-1,\"e\":\"e\"}]")]
    [InlineData("with", "[{\"t\":8}]")]
    [InlineData("run", "\"../secret\"")]
    [InlineData("run", "null")]
    [InlineData("stage", "3")]
    [InlineData("stage", "-1")]
    [InlineData("stage", "\"1\"")]
    [InlineData("hh", "\"0\"")]
    [InlineData("hh", "\"x0\"")]
    [InlineData("hh", "\"+1\"")]
    [InlineData("hh", "null")]
    [InlineData("task", "-1")]
    [InlineData("task", "1e99")]
    [InlineData("a", "0")]
    [InlineData("etag", "null")]
    public void What_is_no_task_message_of_this_build_is_not_read(string member, string value)
    {
        var members = new Dictionary<string, string>
        {
            ["v"] = "2",
            ["run"] = $"\"{RunId}\"",
            ["stage"] = "1",
            ["hh"] = "\"00\"",
            ["task"] = "7",
            ["a"] = "2",
            ["etag"] = "\"e\"",
        };
        Assert.NotNull(MessageText.ReadTask(Text()));

        members[member] = value;

        Assert.Null(MessageText.ReadTask(Text()));

        string Text() => "{" + string.Join(",", members.Select(pair => $"\"{pair.Key}\":{pair.Value}")) + "}";
    }

    [Fact]
    public void A_run_request_may_name_the_trace_of_its_submission()
    {
        var message = new RunRequestMessage(1, RunId, Whole.TraceParent);

        GoldenFile.Check("message-run-request-traced.json", MessageText.Write(message));
        Assert.Equal(message, MessageText.ReadRunRequest(MessageText.Write(message)));
    }

    [Fact]
    public void A_message_of_the_version_before_is_read_as_one_of_this_version()
    {
        // No build wrote this version 1: it calls an attempt "attempt" and knows no traces.
        var versions = new MessageVersions<TaskMessage>(MessageJson.Default.TaskMessage, TaskMessage.AloneVersion, old =>
        {
            old["a"] = old["attempt"]?.DeepClone();
            old.Remove("attempt");
            return old;
        });

        Assert.Equal(Whole with { Version = 2, TraceParent = null }, MessageText.ReadTask(GoldenFile.Read("message-task-version-1.json"), versions));
        Assert.Equal(Whole with { Version = 2 }, MessageText.ReadTask(GoldenFile.Read("message-task.json"), versions));
        Assert.Null(MessageText.ReadTask(GoldenFile.Read("message-task.json").Replace("\"v\":2", "\"v\":0", StringComparison.Ordinal), versions));
        Assert.Null(MessageText.ReadTask("""{"v":1}""", versions));
    }

    [Fact]
    public void A_message_that_stands_for_a_worker_is_no_task_and_no_nonsense()
    {
        var text = MessageText.Write(new ScaleInGuardMessage(1, RunId));

        GoldenFile.Check("message-place.json", text);
        Assert.True(MessageText.IsPlace(text));
        Assert.Null(MessageText.ReadTask(text));
        Assert.False(MessageText.IsPlace(MessageText.Write(Whole)));
    }

    [Theory]
    [InlineData("""{"v":4}""", true)]
    [InlineData("""{"v":3}""", false)]
    [InlineData("""{"v":5}""", false)]
    [InlineData("""{"v":"4"}""", false)]
    [InlineData("[3]", false)]
    [InlineData("", false)]
    public void Only_the_version_after_this_one_is_left_to_the_next_build(string text, bool expected) => Assert.Equal(expected, MessageText.IsTaskOfNextBuild(text));

    [Fact]
    public void No_message_comes_near_the_limit_of_the_queue() => Assert.InRange(MessageText.Write(Whole).Length, 1, 4_096);
}
