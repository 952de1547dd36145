using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Documents;

public sealed class ComparisonDocumentTests
{
    private static readonly double[] Hundred = ComparedPoints.Hundred;
    private static readonly MeasuredRun Baseline = ComparedRuns.Of((1, Hundred), (4, Hundred), (16, Hundred), (64, Hundred));

    [Fact]
    public void What_only_one_run_measured_is_listed() => Assert.Equal(
        ["only in the baseline: entityBytes 4 KiB, 16 clients; entityBytes 4 KiB, 64 clients", "only in the run: entityBytes 4 KiB, 8 clients"],
        NotesOf(ComparedRuns.Of((1, Hundred), (4, Hundred), (8, Hundred))).Where(note => note.Contains("only in", StringComparison.Ordinal)));

    [Fact]
    public void Of_several_runs_it_is_said_which_lacks_a_configuration() => Assert.Equal(
        ["candidateaaaaaaaaaaa: only in the baseline: entityBytes 4 KiB, 16 clients; entityBytes 4 KiB, 64 clients", "candidateaaaaaaaaaaa: only in the baseline: entityBytes 4 KiB, 64 clients"],
        NotesOf(ComparedRuns.Of((1, Hundred), (4, Hundred)), ComparedRuns.Of((1, Hundred), (4, Hundred), (16, Hundred)))
            .Where(note => note.Contains("only in", StringComparison.Ordinal)));

    [Fact]
    public void Repetitions_that_do_not_count_are_said_with_their_reason_once_for_all_configurations() => Assert.Equal(
        ["entityBytes 4 KiB, 1 client; entityBytes 4 KiB, 4 clients: left out of the run: 4 of 10 repetitions (4 limited by the measuring machine)"],
        NotesOf(Baseline.With(1, Bound).With(4, Bound)).Where(note => note.Contains("left out", StringComparison.Ordinal)));

    [Fact]
    public void In_Markdown_the_name_of_a_run_is_neither_a_list_nor_a_link_and_where_the_report_comes_from_is_one()
    {
        ReportDocument document = new()
        {
            Title = "t",
            Origin = "Made from https://www.localhost/compare?runs=a,b",
            Subject = "1. x against - y",
            Sections = [new() { Id = "s", Title = "s", Notes = ["- x: a", "12. x: b", "=", "1.5 s of 2. y"] }],
            Answers = [Named("- x"), Named("1. x"), Named("https://example.org/x"), Named("www.example.org"), Named("Www.a.example")],
        };

        Assert.Equal(
            [@"**- x**:", @"**1. x**:", @"**https\://example.org/x**:", @"**www\.example.org**:", @"**Www\.a.example**:"],
            MarkdownReport.Render(document).Split('\n').Where(line => line.EndsWith(':')));

        Assert.Equal(
            [@"1\. x against - y", @"\- x: a.", @"12\. x: b.", @"\=.", @"1\.5 s of 2. y."],
            MarkdownReport.Render(document).Split('\n').Where(line => line.StartsWith('1') || line.StartsWith('\\')));
        Assert.EndsWith("\nMade from https://www.localhost/compare?runs=a,b\n", MarkdownReport.Render(document), StringComparison.Ordinal);

        static DocumentAnswer Named(string name) => new(ComparisonVerdict.Improved, "faster") { About = name };
    }

    private static PointResult Bound(PointRecord point) =>
        point.Repetition <= 4 ? point.Result! with { Flags = [PointFlag.GeneratorBound] } : point.Result!;

    private static IReadOnlyList<string> NotesOf(params MeasuredRun[] candidates)
    {
        var group = new ComparedGroup(
            Baseline.Experiment!, OperationMetrics.OperationRate, [.. candidates.Select(candidate => ComparedRuns.Compare(Baseline, candidate))],
            [Baseline.Spec, .. candidates.Select(candidate => candidate.Spec)]);
        return ComparisonDocument.Of(group, [], "").Sections.Single(section => section.Id == "numbers").Notes;
    }
}
