using System.Globalization;
using System.Text;
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
        var list = new StringBuilder();
        var said = new Dictionary<string, string>();
        foreach (var same in Alike(PointColumns.Of(SampleRuns.Run("table.insert", "{}"), SampleRuns.Points(), null)))
        {
            var type = CamelCase.Of(same[0].Type) + (same[0].Unit.Length > 0 ? ", " + same[0].Unit : "");
            list.Append(CultureInfo.InvariantCulture, $"- {string.Join(", ", same.Select(column => $"`{column.Name}`"))} ({type}): {Meaning(same, said)}\n");
        }

        GeneratedBlock.Check("docs/columns.md", "columns", list.ToString());
    }

    /// <summary>What differs once: not where the names say it, and not where columns before have it in the same words.</summary>
    /// <param name="same">Columns with one type and unit and like meanings.</param>
    /// <param name="said">What differed in those before, to the first of them. Gets what differs here.</param>
    private static string Meaning(IReadOnlyList<PointColumn> same, Dictionary<string, string> said)
    {
        var shared = Shared(same[0].Meaning);
        string[] rests = [.. same.Select(column => column.Meaning[Shared(column.Meaning).Length..].TrimEnd('.'))];
        if (same.Count > 1 && same.Zip(rests).All(pair => pair.First.Name.EndsWith(pair.Second, StringComparison.OrdinalIgnoreCase)))
        {
            return shared + "in its name.";
        }

        var rest = string.Join(" / ", rests);
        return same.Count > 2 && !said.TryAdd(rest, same[0].Name) ? $"{shared}the same as from `{said[rest]}` on." : shared + rest + ".";
    }

    /// <summary>Columns that follow each other with one type, one unit and meanings that differ only behind a colon or in the last word.</summary>
    private static IEnumerable<IReadOnlyList<PointColumn>> Alike(IEnumerable<PointColumn> columns)
    {
        var same = new List<PointColumn>();
        foreach (var column in columns)
        {
            if (same.Count > 0 && (Shared(same[0].Meaning), same[0].Type, same[0].Unit) != (Shared(column.Meaning), column.Type, column.Unit))
            {
                yield return same;
                same = [];
            }

            same.Add(column);
        }

        yield return same;
    }

    private static string Shared(string meaning) =>
        meaning[..(meaning.IndexOf(": ", StringComparison.Ordinal) is >= 0 and var colon ? colon + 2 : meaning.LastIndexOf(' ') + 1)];

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
