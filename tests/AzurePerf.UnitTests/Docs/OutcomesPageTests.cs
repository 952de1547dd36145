using System.Globalization;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed class OutcomesPageTests
{
    [Fact]
    public void The_page_lists_the_taxonomy_as_it_is()
    {
        var published = ModisAzure.Beside(ExecutionStatistics.Empty).Where(row => row.Cause is not null).ToDictionary(row => row.Cause!.Value);
        var lines = FailureTaxonomy.Rows.Select(row =>
        {
            var outcomes = string.Join(", ", row.Outcomes.Select(outcome => $"`{outcome}`"));
            return $"- `{row.Cause}`: {row.Label}; {row.Policy.Class}{(outcomes.Length > 0 ? "; from " + outcomes : "")}{(published.TryGetValue(row.Cause, out var share) ? "; " + NumberFormat.Percent(share.Share) : "")}\n";
        });

        GeneratedBlock.Check("docs/outcomes.md", "causes", string.Concat(lines));
    }

    [Fact]
    public void The_page_lists_the_policy_of_every_class()
    {
        var table = new MarkdownTable("Class", "Repetitions", "Pause before one", "Charged to the task");
        foreach (var policy in FailureTaxonomy.Rows.Select(row => row.Policy).Distinct().OrderBy(policy => policy.Class))
        {
            table.Add(policy.Class.ToString(), policy.Budget.ToString(CultureInfo.InvariantCulture), Words(policy.Delay), policy.Charged ? "yes" : "no");
        }

        GeneratedBlock.Check("docs/outcomes.md", "classes", table.ToString());
    }

    private static string Words(RetryDelay delay) => delay switch
    {
        RetryDelay.AtOnce => "none",
        RetryDelay.AtOnceElsewhere => "none, preferably on another worker",
        RetryDelay.Growing => "2^n s and a random part of as much, at most 300 s",
        _ => "not repeated",
    };
}
