using AzurePerf.Core.Targets;
using Xunit;

namespace AzurePerf.UnitTests.Targets;

public sealed class AnswerGapTests
{
    private readonly AnswerGap _watch = new();

    [Fact]
    public void Requests_under_way_without_an_answer_are_silence_from_when_they_were_first_seen() => Assert.Equal(
        [0, 0, 1, 2], Read((0, 0, 0), (2, 0, 0), (2, 0, 0), (3, 0, 0)));

    [Fact]
    public void Requests_that_end_without_an_answer_are_silence_too_also_while_nothing_is_under_way() => Assert.Equal(
        [0, 1, 2, 3], Read((1, 0, 0), (1, 0, 1), (1, 0, 1), (2, 0, 1)));

    [Fact]
    public void An_answer_ends_it_and_what_is_still_under_way_counts_from_there() => Assert.Equal(
        [0, 1, 0, 1, 2], Read((32, 0, 0), (32, 0, 0), (32, 1, 0), (32, 1, 0), (32, 1, 0)));

    [Fact]
    public void Nothing_is_silent_that_is_not_asked() => Assert.Equal(
        [0, 0, 0, 0, 0, 0], Read((0, 0, 0), (5, 5, 0), (5, 5, 0), (6, 5, 1), (7, 6, 1), (7, 6, 1)));

    /// <summary>The silences in seconds, of readings a second apart.</summary>
    private double[] Read(params (long Sent, long Answered, long Failed)[] readings) =>
        [.. readings.Select((reading, second) => _watch.Read(new(reading.Sent, reading.Answered, reading.Failed), TimeSpan.FromSeconds(second)).TotalSeconds)];
}
