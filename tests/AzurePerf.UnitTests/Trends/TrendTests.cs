using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using Xunit;

namespace AzurePerf.UnitTests.Trends;

public sealed class TrendTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 1, 2, 0, 0, TimeSpan.Zero);
    private static readonly JsonObject One = new() { ["clients"] = 1, ["bytes"] = 8 };

    [Fact]
    public void A_lasting_change_is_marked_where_it_began()
    {
        var trend = Trend.Of([.. Enumerable.Range(0, 24).Select(day => Run(day, (day < 12 ? 100 : 80) + (day % 3)))], One)!;

        var change = Assert.Single(trend.Changes);
        Assert.Equal("run-12", change.RunId);
        Assert.Equal((101, 81), (Math.Round(change.Before), Math.Round(change.After)));
        Assert.StartsWith("from 101 to 81.0 ops/s, 19.8 % worse (p < 0.0001)", TrendText.Change(trend, change), StringComparison.Ordinal);
        Assert.EndsWith("One lasting change is marked.", TrendText.Caption(trend), StringComparison.Ordinal);
    }

    [Fact]
    public void Too_few_values_are_not_searched_for_changes_and_the_caption_says_so()
    {
        var trend = Trend.Of([.. Enumerable.Range(0, 9).Select(day => Run(day, day < 5 ? 100 : 10))], One)!;

        Assert.Empty(trend.Changes);
        Assert.EndsWith("Changes are looked for from 10 values on.", TrendText.Caption(trend), StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_without_a_value_and_days_without_a_run_are_gaps()
    {
        var trend = Trend.Of([Run(0, 10), Run(1, 11), Run(2, null), Run(3, 10), Run(4, 12), Run(9, 11)], One)!;

        Assert.Equal([false, false, false, true, false, true], trend.Values.Select(value => value.AfterGap));
        Assert.Equal(5, trend.Measured);
        Assert.StartsWith("6 runs, 1 of them without a value. Median per run from 10.0 ops/s to 12.0 ops/s; higher is better.", TrendText.Caption(trend), StringComparison.Ordinal);
    }

    [Fact]
    public void Another_build_is_remarked_and_the_order_of_runs_does_not_matter()
    {
        TrendRun[] runs = [Run(0, 10), Run(1, 11), Run(2, 12) with { Build = "new" }, Run(3, 13) with { Build = "new" }];

        var trend = Trend.Of([.. runs.Reverse()], One)!;

        Assert.Equal(["", "", "another build", ""], trend.Values.Select(value => value.Note));
        Assert.Equal([10.0, 11, 12, 13], trend.Values.Select(value => value.Value!.Value));
    }

    [Fact]
    public void Another_build_is_remarked_at_the_first_value_of_it_whatever_runs_without_a_value_lie_between()
    {
        var failed = Trend.Of([Run(0, 10), Run(1, null) with { Build = "new" }, Run(2, 8) with { Build = "new" }], One)!;
        var never = Trend.Of([Run(0, 10), Run(1, null) with { Build = "" }, Run(2, 8) with { Build = "new" }], One)!;

        Assert.All([failed, never], trend => Assert.Equal(["", "", "another build"], trend.Values.Select(value => value.Note)));
    }

    [Fact]
    public void A_target_that_is_no_emulator_any_more_is_remarked() => Assert.Equal(
        ["", "no emulator", "", "an emulator"],
        Trend.Of([Run(0, 10) with { Emulator = true }, Run(1, 80), Run(2, 80), Run(3, 10) with { Emulator = true }], One)!.Values.Select(value => value.Note));

    [Fact]
    public void Levels_are_the_same_combination_in_whatever_order_they_were_written()
    {
        var turned = new JsonObject { ["bytes"] = 8, ["clients"] = 1 };

        Assert.Equal(2, Trend.Of([Run(0, 10), Run(1, 11, turned)], One)!.Measured);
        Assert.Single(Trend.Configurations([Run(0, 10), Run(1, 11, turned)]));
        Assert.Null(Trend.Of([Run(0, 10)], new() { ["clients"] = 2 }));
    }

    [Fact]
    public void Settings_are_the_same_whatever_seed_name_and_labels_and_other_for_any_other_difference()
    {
        var spec = new RunSpec { Experiment = "queue.add", Scale = "quick", Target = "default", Parameters = new() { ["clients"] = new JsonArray(1, 4), ["messageBytes"] = 8 }, Repetitions = 3, Seed = 1 };

        Assert.Equal(TrendRun.SettingsOf(spec), TrendRun.SettingsOf(spec with { Seed = 2, Name = "other", Tags = new() { ["a"] = "b" }, Parameters = new() { ["messageBytes"] = 8, ["clients"] = new JsonArray(1, 4) } }));
        Assert.NotEqual(TrendRun.SettingsOf(spec), TrendRun.SettingsOf(spec with { Repetitions = 4 }));
        Assert.NotEqual(TrendRun.SettingsOf(spec), TrendRun.SettingsOf(spec with { Only = [1, 3] }));
        Assert.NotEqual(TrendRun.SettingsOf(spec), TrendRun.SettingsOf(spec with { Target = "west" }));
        Assert.NotEqual(TrendRun.SettingsOf(spec), TrendRun.SettingsOf(spec with { Parameters = new() { ["clients"] = new JsonArray(1, 8), ["messageBytes"] = 8 } }));
    }

    internal static Trend Of(IEnumerable<double> values) => Trend.Of([.. values.Select((value, day) => Run(day, value))], One)!;

    private static TrendRun Run(int day, double? median, JsonObject? levels = null) => new()
    {
        RunId = "run-" + day.ToString(System.Globalization.CultureInfo.InvariantCulture),
        Experiment = "queue.add",
        Target = "default",
        Status = median is null ? RunStatus.Failed : RunStatus.Completed,
        At = Start.AddDays(day),
        Scale = "quick",
        Settings = "settings",
        Build = "old",
        Figures = median is { } value ? new("opsPerSecond", "1/s", true, [new(levels ?? One, value, null, null, 3)]) : null,
    };
}
