using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Rows;

public sealed class RowTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private readonly Row _row = new("p", "r") { ["text"] = "x", ["number"] = 7, ["large"] = 7L, ["flag"] = true, ["at"] = SampleTask.Now, ["json"] = "{}" };

    [Fact]
    public void What_is_absent_is_empty()
    {
        Assert.Equal(("", 0, 0L, false, null), (_row.Text("no"), _row.Integer("no"), _row.Long("no"), _row.Flag("no"), _row.Instant("no")));
        _row["text"] = null;
        Assert.False(_row.Values.ContainsKey("text"));
    }

    [Theory]
    [InlineData(32_766)]
    [InlineData(32_767)]
    [InlineData(32_768)]
    [InlineData(32_769)]
    [InlineData(65_535)]
    [InlineData(200_000)]
    public void A_text_of_any_length_is_read_as_it_was_written_and_no_property_of_it_is_too_long_or_ends_within_a_character(int characters)
    {
        var text = string.Concat(Enumerable.Repeat("a😀b", (characters / 4) + 1))[..characters];
        _row["text"] = text;

        RowLimits.Check(_row);
        Assert.Equal(text, _row.Text("text"));
        Assert.All(_row.Values.Values.OfType<string>().Where(part => part.Length > 0).SkipLast(1), part => Assert.False(char.IsLowSurrogate(part[0])));
    }

    [Fact]
    public void What_a_long_text_leaves_behind_is_not_read_when_a_shorter_one_is_written_over_it()
    {
        var merged = new Row("p", "r") { ["text"] = new string('x', 100_000) };
        foreach (var (name, part) in new Row("p", "r") { ["text"] = new string('y', 32_768) }.Values)
        {
            merged.Values[name] = part;
        }

        Assert.Equal(new string('y', 32_768), merged.Text("text"));
        merged["text"] = "short";
        Assert.Equal(("short", 1), (merged.Text("text"), merged.Values.Count));
    }

    [Fact]
    public void A_value_of_another_type_makes_no_sense_and_is_named()
    {
        CheckCorrupt("row p/r: number is a Int32, not a String", () => _row.Text("number"));
        CheckCorrupt("row p/r: large is a Int64, not a Int32", () => _row.Integer("large"));
        CheckCorrupt("row p/r: number is a Int32, not a Int64", () => _row.Long("number"));
        CheckCorrupt("row p/r: text is a String, not a Boolean", () => _row.Flag("text"));
        CheckCorrupt("row p/r: text is a String, not a DateTimeOffset", () => _row.Instant("text"));
        CheckCorrupt("row p/r: number is a Int32, not a String", () => _row.Choice<RunStatus>("number"));
        CheckCorrupt("row p/r: at is missing", () => new Row("p", "r").RequiredInstant("at"));
        CheckCorrupt("row p/r: text is missing", () => new Row("p", "r").RequiredText("text"));
    }

    [Theory]
    [InlineData("running")]
    [InlineData("1")]
    [InlineData("Accepted, Running")]
    [InlineData(" Running")]
    [InlineData("")]
    public void A_word_is_one_of_its_list_exactly(string word)
    {
        _row["word"] = word;

        CheckCorrupt("row p/r: word is not one of Accepted, Running, Cancelling, Completed, CompletedWithErrors, Failed, Cancelled", () => _row.Choice<RunStatus>("word"));
    }

    [Theory]
    [InlineData("null", "row p/r: json is empty")]
    [InlineData("", "row p/r: json is not the expected JSON: ")]
    [InlineData("{", "row p/r: json is not the expected JSON: ")]
    [InlineData("""{"stops":null}""", "row p/r: json is not the expected JSON: ")]
    [InlineData("""{"stops":[{}]}""", "row p/r: json is not the expected JSON: ")]
    public void A_document_is_whole(string json, string complaint)
    {
        _row["v"] = 1;
        _row["orders"] = json;

        CheckCorrupt(complaint.Replace("json ", "orders ", StringComparison.Ordinal), () => WorkerRows.ToCommands(_row));
    }

    [Fact]
    public void A_row_of_a_later_format_is_not_misread()
    {
        CheckCorrupt("row p/r: v is 0; this build reads 1", () => RunRows.ToState(_row));
        _row["v"] = 2;
        CheckCorrupt("row p/r: v is 2; this build reads 1", () => RunRows.ToState(_row));
        CheckCorrupt("row p/r: v is 2; this build reads 1", () => RunRows.ToStage(_row));
        CheckCorrupt("row p/r: v is 2; this build reads 1", () => RunRows.ToListItem(_row));
        CheckCorrupt("row p/r: v is 2; this build reads 1", () => TaskRows.ToTask(_row));
        CheckCorrupt("row p/r: v is 2; this build reads 1", () => WorkerRows.ToState(_row));
    }

    [Theory]
    [InlineData("spec", null)]
    [InlineData("spec", "[]")]
    [InlineData("status", "Sleeping")]
    [InlineData("submittedAt", null)]
    [InlineData("submittedAt", "2026-01-01")]
    [InlineData("indexMonth", null)]
    [InlineData("points", 4L)]
    public void A_header_names_what_is_wrong_with_it(string property, object? value)
    {
        var row = RunRows.FromState(ExampleRun.Accepted(RunId, SampleTask.Then));
        row[property] = value;

        CheckCorrupt($"row {RunId}/h: {property} ", () => RunRows.ToState(row));
    }

    [Theory]
    [InlineData("a", 0)]
    [InlineData("a", -1)]
    [InlineData("owner", null)]
    [InlineData("o", null)]
    [InlineData("st", "Failed")]
    public void A_task_whose_parts_do_not_fit_together_makes_no_sense(string property, object? value)
    {
        var row = TaskRows.FromTask(SampleTask.In(BenchmarkTaskStatus.Running));
        row[property] = value;

        CheckCorrupt($"row 00-{RunId}-01/00000000: st, a, owner, o and cause do not fit together", () => TaskRows.ToTask(row));
    }

    [Theory]
    [InlineData("00-aaaaaaaaaaaaaaaaaaaa-01", "x")]
    [InlineData("00-aaaaaaaaaaaaaaaaaaaa-01", "-1")]
    [InlineData("00-aaaaaaaaaaaaaaaaaaaa-09", "00000000")]
    [InlineData("00-aaaaaaaaaaaaaaaaaaaa", "00000000")]
    [InlineData("xx-aaaaaaaaaaaaaaaaaaaa-01", "00000000")]
    public void A_key_that_names_no_task_is_named(string partitionKey, string rowKey)
    {
        var row = new Row(partitionKey, rowKey) { Values = TaskRows.FromTask(SampleTask.In(BenchmarkTaskStatus.Ready)).Values };

        CheckCorrupt($"row {partitionKey}/{rowKey}: its key names no task", () => TaskRows.ToTask(row));
    }

    [Theory]
    [InlineData("s")]
    [InlineData("s3")]
    [InlineData("s03")]
    [InlineData("s1")]
    [InlineData("s 1")]
    [InlineData("s+1")]
    public void A_key_that_names_no_stage_is_named(string rowKey) =>
        CheckCorrupt($"row {RunId}/{rowKey}: its key names no stage", () => RunRows.ToStage(new Row(RunId, rowKey) { ["v"] = 1 }));

    [Theory]
    [InlineData("finished", 5)]
    [InlineData("finished", -1)]
    [InlineData("dispatched", 99)]
    [InlineData("created", 1)]
    [InlineData("total", 3)]
    [InlineData("failed", 3)]
    [InlineData("failed", -1)]
    [InlineData("acceptedAttempt", -1)]
    public void The_counts_of_a_stage_are_in_order(string property, int value)
    {
        var row = RunRows.FromStage(new() { RunId = RunId, Id = StageKind.Measure, Total = 4, Created = 4, Dispatched = 3, Finished = 2, Failed = 1 });
        Assert.Equal(2, RunRows.ToStage(row).Finished);
        row[property] = value;

        CheckCorrupt($"row {RunId}/s01: failed, finished, dispatched, created and total are not in ascending order from 0", () => RunRows.ToStage(row));
    }

    private static void CheckCorrupt(string message, Func<object?> read) =>
        Assert.StartsWith(message, Assert.Throws<CorruptRowException>(read).Message, StringComparison.Ordinal);
}
