using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Comparisons;

/// <summary>What a pipeline is told by `compare --fail-on regression`: a point of which nothing is known must not pass for one without a
/// regression.</summary>
/// <param name="AllowsUndecided">True where a point passes of which a regression is neither shown nor excluded.</param>
internal sealed record RegressionGate(bool AllowsUndecided)
{
    /// <summary>The exit code when it is known.</summary>
    /// <exception cref="CommandFailure">Of some point of the baseline it cannot be told whether it regressed.</exception>
    public int Judge(ComparisonResponse comparison)
    {
        if (comparison.Points.Any(point => point.Verdict == ComparisonVerdict.Regressed))
        {
            return ExitCode.Missed;
        }

        var all = NumberFormat.Count(comparison.Points.Count + comparison.OnlyBaseline.Count) + " points";
        var unknown = comparison.Points.Count(point => point.Verdict == ComparisonVerdict.NotComparable) + comparison.OnlyBaseline.Count;
        var undecided = AllowsUndecided ? 0 : comparison.Points.Count(point => point.Verdict == ComparisonVerdict.Undecided);
        if (unknown > 0 || comparison.Points.Count == 0)
        {
            throw new CommandFailure(
                $"{NumberFormat.Count(unknown)} of {all} of the baseline could not be compared, so nothing is known about a regression "
                    + $"there");
        }

        return undecided == 0 ? ExitCode.Ok : throw new CommandFailure(
            $"{NumberFormat.Count(undecided)} of {all} {(undecided == 1 ? "is" : "are")} undecided: a regression there is neither shown "
            + $"nor excluded. {LeftOut(comparison)}"
            + "Measure more repetitions, choose a wider --margin, or let undecided points pass with --allow-undecided");
    }

    private static string LeftOut(ComparisonResponse comparison) =>
        comparison.Points.Count(point => point.MayBeWorse > 0) is > 0 and var points
            ? $"At {NumberFormat.Count(points)} of them repetitions of the candidate do not count that may have been worse. "
            : "";
}
