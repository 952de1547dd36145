using System.Globalization;
using System.Linq.Expressions;
using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class FilterTests(AzuriteFixture azurite)
{
    private static readonly DateTimeOffset Start = new(2017, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_filter_of_each_type_finds_its_row()
    {
        TableClient table = await CreatePlanetsAsync();
        var id = new Guid(3, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]);
        byte[] picture = [3];
        string[] filters =
        [
            TableClient.CreateQueryFilter($"RowKey eq {"p3"}"),
            TableClient.CreateQueryFilter($"Name eq {"o'clock 3"}"),
            TableClient.CreateQueryFilter($"Moons eq {3}"),
            TableClient.CreateQueryFilter($"AgeYears eq {3_000_000_000L}"),
            TableClient.CreateQueryFilter($"RadiusKilometres eq {3.5}"),
            TableClient.CreateQueryFilter($"Id eq {id}"),
            TableClient.CreateQueryFilter($"Discovered eq {Start.AddDays(3)}"),
            TableClient.CreateQueryFilter($"Picture eq {picture}"),
            TableClient.CreateQueryFilter($"IsInhabited eq {true} and Moons eq {3}"),
        ];

        foreach (string filter in filters)
        {
            Assert.Equal(["p3"], await KeysAsync(table, filter));
        }
    }

    [Fact]
    public async Task A_predicate_finds_the_same_rows_as_its_filter()
    {
        TableClient table = await CreatePlanetsAsync();
        int few = 2;
        Expression<Func<Planet, bool>>[] predicates =
        [
            row => row.PartitionKey == "sun" && row.Moons > few && row.Moons <= 4,
            row => row.RowKey.CompareTo("p3") >= 0 && string.Compare(row.RowKey, "p5", StringComparison.Ordinal) < 0,
            row => row.AgeYears == 3_000_000_000L || row.Discovered == Start.AddDays(4),
            row => row.Kind == PlanetKind.Gas && !(row.Moons == 5),
        ];

        foreach (Expression<Func<Planet, bool>> predicate in predicates)
        {
            var keys = new List<string>();
            await foreach (Planet row in table.QueryAsync(predicate, cancellationToken: Cancel))
            {
                keys.Add(row.RowKey);
            }

            Assert.Equal(["p3", "p4"], keys);
        }
    }

    [Fact]
    public async Task A_value_cannot_change_the_meaning_of_a_filter()
    {
        TableClient table = await CreatePlanetsAsync();

        List<string> keys = await KeysAsync(table, TableClient.CreateQueryFilter($"Name eq {"x' or Name ne 'x"}"));

        Assert.Empty(keys);
    }

    private static async Task<List<string>> KeysAsync(TableClient table, string filter)
    {
        var keys = new List<string>();
        await foreach (TableEntity row in table.QueryAsync<TableEntity>(filter, cancellationToken: Cancel))
        {
            keys.Add(row.RowKey);
        }

        return keys;
    }

    private async Task<TableClient> CreatePlanetsAsync()
    {
        TableClient table = await azurite.CreateTableAsync();
        for (int i = 0; i < 6; i++)
        {
            await table.AddEntityAsync(Numbered(i), Cancel);
        }

        return table;
    }

    private static Planet Numbered(int i) => new()
    {
        RowKey = string.Create(CultureInfo.InvariantCulture, $"p{i}"),
        Name = string.Create(CultureInfo.InvariantCulture, $"o'clock {i}"),
        Moons = i,
        AgeYears = i * 1_000_000_000L,
        RadiusKilometres = i + 0.5,
        Id = new Guid(i, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]),
        Picture = [(byte)i],
        Discovered = Start.AddDays(i),
        IsInhabited = i % 2 == 1,
        Kind = i >= 3 ? PlanetKind.Gas : PlanetKind.Rock,
    };
}
