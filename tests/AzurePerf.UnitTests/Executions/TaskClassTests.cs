using System.Text.Json.Nodes;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;
using Xunit;

namespace AzurePerf.UnitTests.Executions;

public sealed class TaskClassTests
{
    [Fact]
    public void A_key_says_what_it_is_and_ends_in_a_hash() => Assert.Matches(
        "^blob\\.download,measure,clients=4,sink=none,local~[a-z2-7]{20}$",
        Key("""{ "sink": "none", "clients": 4 }""").RowKey);

    [Fact]
    public void The_order_of_the_factors_does_not_matter()
    {
        var one = Key("""{ "sink": "none", "clients": 4 }""");
        var other = Key("""{ "clients": 4, "sink": "none" }""");

        Assert.Equal(one, other);
        Assert.Equal(one.RowKey, other.RowKey);
    }

    [Fact]
    public void Anything_that_makes_durations_incomparable_makes_another_key()
    {
        var levels = JsonNode.Parse("""{ "clients": 4 }""")!.AsObject();
        TaskClass[] kinds =
        [
            TaskClass.For("blob.download", "measure", levels),
            TaskClass.For("blob.upload", "measure", levels),
            TaskClass.For("blob.download", "prepare", levels),
            TaskClass.For("blob.download", "measure", levels, "Standard_D4s_v5"),
            TaskClass.For("blob.download", "measure", []),
            Key("""{ "clients": 8 }"""),
            Key("""{ "clients": "4" }"""),
            Key("""{ "clients": 4, "a": 1 }"""),
        ];

        Assert.Equal(kinds.Length, kinds.Select(taskClass => taskClass.RowKey).Distinct().Count());
    }

    [Theory]
    [InlineData("a/b\\c#d?e")]
    [InlineData("tab\there\u0001")]
    [InlineData("Größe 大 🚀")]
    [InlineData("")]
    public void Whatever_a_machine_is_called_the_key_is_one_that_tables_take(string sku)
    {
        var taskClass = TaskClass.For("blob.download", "measure", [], sku);

        RowLimits.Check(new Row(taskClass.RowKey, "2026031409"));
        Assert.NotEqual(taskClass.RowKey, TaskClass.For("blob.download", "measure", [], sku + "x").RowKey);
    }

    [Fact]
    public void A_long_name_is_cut_but_its_end_still_counts()
    {
        var name = new string('x', 5_000);
        var kinds = new[] { "a", "b" }.Select(end => TaskClass.For("blob.download", "measure", [], name + end).RowKey).ToArray();

        Assert.All(kinds, key => Assert.Equal(121, key.Length));
        Assert.NotEqual(kinds[0], kinds[1]);
    }

    [Fact]
    public void Classes_that_differ_only_in_what_is_cut_off_have_different_names()
    {
        var names = new[] { 1, 64 }
            .Select(partitions => Key($$"""{ "clients": 16, "datasetEntities": 220000, "entityBytes": 4096, "operationsPerSecond": 1000, "partitions": {{partitions}} }""").ToString()).ToArray();

        Assert.All(names, name => Assert.Matches("^blob\\.download,measure,clients=16,.{67}~[a-z2-7]{8}$", name));
        Assert.NotEqual(names[0], names[1]);
        Assert.Equal("blob.download,measure,clients=4,local", Key("""{ "clients": 4 }""").ToString());
    }

    [Fact]
    public void Without_a_name_a_machine_is_local() => Assert.Equal("local", TaskClass.For("blob.download", "measure", [], "").Sku);

    private static TaskClass Key(string levels) => TaskClass.For("blob.download", "measure", JsonNode.Parse(levels)!.AsObject());
}
