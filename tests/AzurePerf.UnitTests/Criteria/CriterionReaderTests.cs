using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using Xunit;

namespace AzurePerf.UnitTests.Criteria;

public sealed class CriterionReaderTests
{
    private static readonly ExperimentDefinition Download = Shipped.Experiments.Find("blob.download")!;
    private static readonly ExperimentDefinition Shares = Download with
    {
        Metrics = [new("left", "share left", "share", Quantity.Share, HigherIsBetter: false), new("parts", "parts", "parts", Quantity.Count, HigherIsBetter: true)],
    };

    [Theory]
    [InlineData("p95>50ms", 50e6, "p95 > 50 ms", "p95 at most 50 ms")]
    [InlineData(" p99 > 1.5 s ", 1.5e9, "p99 > 1.5 s", "p99 at most 1.5 s")]
    [InlineData("p50>900us", 900e3, "p50 > 900 us", "p50 at most 900 us")]
    [InlineData("p50>900µs", 900e3, "p50 > 900 µs", "p50 at most 900 µs")]
    [InlineData("max>0ms", 0, "max > 0 ms", "max at most 0 ms")]
    [InlineData("errors>1%", 0.01, "errors > 1 %", "errors at most 1 %")]
    [InlineData("errors>0%", 0, "errors > 0 %", "errors at most 0 %")]
    [InlineData("bytesPerSecond<10MB/s", 10e6, "bytesPerSecond < 10 MB/s", "bytesPerSecond at least 10 MB/s")]
    [InlineData("bytesPerSecond<2MiB/s", 2 << 20, "bytesPerSecond < 2 MiB/s", "bytesPerSecond at least 2 MiB/s")]
    [InlineData("opsPerSecond<1000", 1000, "opsPerSecond < 1000", "opsPerSecond at least 1000")]
    [InlineData("opsPerSecond<1000ops/s", 1000, "opsPerSecond < 1000 ops/s", "opsPerSecond at least 1000 ops/s")]
    public void A_metric_a_sign_and_a_limit_with_its_unit_are_a_criterion(string text, double limit, string words, string kept)
    {
        var criterion = CriterionReader.Read(text, Download, out var fault);

        Assert.Equal("", fault);
        Assert.Equal((limit, words, kept), (criterion!.Limit, criterion.Words, criterion.Kept));
        Assert.Equal(criterion, CriterionReader.Read(criterion.Text, Download, out _));
    }

    [Theory]
    [InlineData("flopPerSecond<2GFLOP/s", "compute.dgemm", 2e9)]
    [InlineData("flopPerSecond<2TFLOP/s", "compute.dgemm", 2e12)]
    public void Floating_point_operations_have_units_of_their_own(string text, string experiment, double limit) =>
        Assert.Equal(limit, CriterionReader.Read(text, Shipped.Experiments.Find(experiment)!, out _)!.Limit);

    [Theory]
    [InlineData("left>2.5%", 0.025)]
    [InlineData("parts<3", 3)]
    [InlineData("parts<3parts", 3)]
    public void Metrics_that_an_experiment_declares_itself_can_be_named(string text, double limit) => Assert.Equal(limit, CriterionReader.Read(text, Shares, out _)!.Limit, 12);

    [Fact]
    public void A_unit_after_a_metric_that_has_none_is_refused_with_what_to_write()
    {
        var bare = Download with { Metrics = [new("skew", "skew", "", Quantity.Count, HigherIsBetter: false)] };

        Assert.Null(CriterionReader.Read("skew>3kg", bare, out var fault));
        Assert.Equal("'skew>3kg': skew has no unit, so write 'skew>3'", fault);
    }

    [Theory]
    [InlineData("", "'' is no criterion: write a metric, > or <, and a limit, in quotes, such as \"p95>50ms\" or \"errors>1%\"")]
    [InlineData("p95", "'p95' is no criterion: write a metric, > or <, and a limit, in quotes, such as \"p95>50ms\" or \"errors>1%\"")]
    [InlineData("p95>50ms or errors>1%", "'p95>50ms or errors>1%' is no criterion: write a metric, > or <, and a limit, in quotes, such as \"p95>50ms\" or \"errors>1%\"")]
    [InlineData("p95>=50ms", "'p95>=50ms' must have > or < alone: the run fails beyond the limit")]
    [InlineData("p95=50ms", "'p95=50ms' must have > or < alone: the run fails beyond the limit")]
    [InlineData("p95>50", "'p95>50' needs a unit: ms, s, us, µs, ns")]
    [InlineData("p95>50kg", "'p95>50kg' has a unit that p95 is not measured in: ms, s, us, µs, ns")]
    [InlineData("p95>50MS", "'p95>50MS' has a unit that p95 is not measured in: ms, s, us, µs, ns")]
    [InlineData("p95>fast", "'p95>fast' needs a number after >, such as 'p95>50ms'")]
    [InlineData("p95>-1ms", "'p95>-1ms' needs a number after >, such as 'p95>50ms'")]
    [InlineData("p95>1,5ms", "'p95>1,5ms' needs a number after >, such as 'p95>50ms'")]
    [InlineData("p95>9999999999999999ms", "'p95>9999999999999999ms' needs a number after >, such as 'p95>50ms'")]
    [InlineData("errors>many", "'errors>many' needs a number after >, such as 'errors>1%'")]
    [InlineData("errors>1", "'errors>1' needs a unit: %")]
    [InlineData("errors>100%", "'errors>100%' has a limit that no share can be above")]
    [InlineData("p95<50ms", "'p95<50ms' fails a run for a good p95: lower is better, so a run fails above a limit, as in 'p95>50ms'")]
    [InlineData("opsPerSecond>9", "'opsPerSecond>9' fails a run for a good opsPerSecond: higher is better, so a run fails below a limit, as in 'opsPerSecond<9'")]
    public void What_is_none_is_refused_with_what_would_be_right(string text, string fault)
    {
        Assert.Null(CriterionReader.Read(text, Download, out var said));
        Assert.Equal(fault, said);
    }

    [Fact]
    public void An_unknown_metric_is_answered_with_those_of_the_experiment_and_the_one_that_was_meant()
    {
        Assert.Null(CriterionReader.Read("p94>50ms", Download, out var fault));
        Assert.Equal(
            $"'p94>50ms' names no metric of blob.download: {string.Join(", ", Download.Metrics.Select(metric => metric.Name))}, errors - did you mean p90?", fault);
    }

    [Fact]
    public void Of_stored_criteria_those_stay_whose_metric_there_still_is() =>
        Assert.Equal(["p95>50ms"], CriterionReader.ReadStored(["p95>50ms", "gone>1ms"], Download).Select(criterion => criterion.Text));
}
