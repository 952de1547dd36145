using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Outcomes;

public sealed class ModisAzureTests
{
    private static IReadOnlyList<PublishedOutcome> Table => ModisAzure.Beside(ExecutionStatistics.Empty);

    [Fact]
    public void Its_stages_add_up_to_all_its_executions() => Assert.Equal(ModisAzure.Executions, 139_609 + 8_706 + 1_704_002 + 1_202_113);

    [Fact]
    public void The_listed_rows_are_92_per_cent_and_the_rest_is_the_users_own_code()
    {
        Assert.Equal(2_817_394, Table.SkipLast(1).Sum(row => row.Count));
        Assert.Equal(237_036, ModisAzure.Unlisted);
        Assert.Equal(FailureCause.UserCodeError, Table[^1].Cause);
        Assert.Equal(1, Table.Sum(row => row.Share), 12);
    }

    [Theory]
    [InlineData("success", 65.50)]
    [InlineData("unknown failure", 11.30)]
    [InlineData("blob already exists", 5.98)]
    [InlineData("unknown - null log", 4.57)]
    [InlineData("download source failed", 4.10)]
    [InlineData("connection failure", 0.29)]
    [InlineData("VM execution timeout", 0.17)]
    [InlineData("operation timeout", 0.14)]
    [InlineData("corrupt blob read", 0.10)]
    [InlineData("server busy", 0.04)]
    [InlineData("blob read fail", 0.02)]
    [InlineData("non-existent source blob", 0.02)]
    public void The_shares_are_those_printed(string label, double percent) =>
        Assert.Equal(percent, 100 * Table.Single(row => row.Label == label).Share, 0.0051);

    [Fact]
    public void Its_causes_are_exactly_those_that_the_taxonomy_marks_as_published() => Assert.Equal(
        FailureTaxonomy.Rows.Where(row => row.IsPublished).Select(row => row.Cause),
        Table.SkipLast(1).Select(row => row.Cause).OfType<FailureCause>().Order());
}
