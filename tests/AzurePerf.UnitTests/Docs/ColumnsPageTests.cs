using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports.Columns;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Cli;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed class ColumnsPageTests
{
    public static TheoryData<string> Experiments => [.. Shipped.Experiments.All.Select(definition => definition.Id)];

    [Fact]
    public void The_page_lists_every_column_with_its_type_unit_and_meaning()
    {
        var table = new MarkdownTable("Column", "Type", "Unit", "Meaning");
        var before = "";
        foreach (var column in PointColumns.Of(SampleRuns.Run("table.insert", "{}"), SampleRuns.Points(), null))
        {
            var of = column.Meaning[..(column.Meaning.IndexOf(": ", StringComparison.Ordinal) + 1)];
            table.Add($"`{column.Name}`", CamelCase.Of(column.Type), column.Unit, of.Length > 0 && of == before ? "The same: " + column.Meaning[(of.Length + 1)..] : column.Meaning);
            before = of;
        }

        GeneratedBlock.Check("docs/columns.md", "columns", table.ToString());
    }

    [Theory]
    [MemberData(nameof(Experiments))]
    public void No_two_columns_of_a_run_have_one_name_and_each_says_its_meaning(string experiment)
    {
        var definition = Shipped.Experiments.Find(experiment)!;
        var run = SampleRuns.Run(experiment, "{}");
        foreach (var parameter in definition.Parameters)
        {
            var value = parameter.Default.DeepClone();
            run.Spec.Parameters[parameter.Name] = parameter.Factor ? new JsonArray(value) : value;
        }

        var columns = PointColumns.Of(run, SampleRuns.Points(), definition);

        Assert.Equal(columns.Count, columns.DistinctBy(column => column.Name).Count());
        Assert.All(columns, column => Assert.NotEmpty(column.Meaning));
    }
}
