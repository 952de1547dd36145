using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class EntityClassTests(AzuriteFixture azurite)
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Every_property_comes_back_as_it_was_written()
    {
        TableClient table = await azurite.CreateTableAsync();
        Planet mars = Mars();

        await table.AddEntityAsync(mars, Cancel);
        Planet read = await table.GetEntityAsync<Planet>("sun", "mars", cancellationToken: Cancel);

        Assert.Equal(mars.Name, read.Name);
        Assert.Equal(mars.IsInhabited, read.IsInhabited);
        Assert.Equal(mars.Moons, read.Moons);
        Assert.Equal(mars.AgeYears, read.AgeYears);
        Assert.Equal(mars.RadiusKilometres, read.RadiusKilometres);
        Assert.Equal(mars.Id, read.Id);
        Assert.Equal(mars.Picture, read.Picture);
        Assert.Equal(mars.Discovered, read.Discovered);
        Assert.Equal(mars.Visited, read.Visited);
        Assert.Null(read.Rings);
        Assert.Equal(PlanetKind.Gas, read.Kind);
        Assert.Equal(mars.OrbitDays, read.OrbitDays);
        Assert.NotNull(read.Timestamp);
        Assert.NotEqual(default, read.ETag);
    }

    [Fact]
    public async Task Columns_have_the_names_and_types_that_the_class_gives()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(Mars(), Cancel);

        TableEntity row = await table.GetEntityAsync<TableEntity>("sun", "mars", cancellationToken: Cancel);

        Assert.Equal("Gas", row.GetString("Kind"));
        Assert.Equal(686.98, row.GetDouble("orbit_days"));
        Assert.Equal("Mars (2)", row.GetString("Label"));
        Assert.IsType<long>(row["AgeYears"]);
        Assert.False(row.ContainsKey("OrbitDays"));
        Assert.False(row.ContainsKey("Scratch"));
        Assert.False(row.ContainsKey("ETag"));
    }

    [Fact]
    public async Task A_column_that_the_row_lacks_keeps_its_initial_value()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("sun", "x") { ["Moons"] = 4, ["Unknown"] = "ignored" }, Cancel);

        Planet read = await table.GetEntityAsync<Planet>("sun", "x", cancellationToken: Cancel);

        Assert.Equal(4, read.Moons);
        Assert.Equal("grey", read.Colour);
        Assert.Equal("initial", read.Scratch);
    }

    [Fact]
    public async Task An_enum_name_that_the_class_does_not_know_is_refused_on_reading()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("sun", "x") { ["Kind"] = "Ice" }, Cancel);

        await Assert.ThrowsAsync<ArgumentException>(() => table.GetEntityAsync<Planet>("sun", "x", cancellationToken: Cancel));
    }

    [Fact]
    public async Task The_class_of_the_value_decides_the_columns_and_not_the_declared_type()
    {
        TableClient table = await azurite.CreateTableAsync();
        ITableEntity mars = Mars();

        await table.AddEntityAsync(mars, Cancel);
        Planet read = await table.GetEntityAsync<Planet>("sun", "mars", cancellationToken: Cancel);

        Assert.Equal("Mars", read.Name);
    }

    private static Planet Mars() => new()
    {
        RowKey = "mars",
        Name = "Mars",
        IsInhabited = true,
        Moons = 2,
        AgeYears = 4_603_000_000,
        RadiusKilometres = 3389.5,
        Id = new Guid("0d3a2d0e-58d2-4c7b-8a8e-0a2a7b9f0f55"),
        Picture = [1, 2, 3],
        Discovered = new DateTimeOffset(1610, 1, 2, 3, 4, 5, 678, TimeSpan.FromHours(1)),
        Visited = new DateTime(1965, 7, 14, 0, 0, 0, DateTimeKind.Utc),
        Kind = PlanetKind.Gas,
        OrbitDays = 686.98,
        Scratch = "not stored",
    };
}
