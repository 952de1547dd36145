using Azure.Data.Tables;
using AzurePerf.Probes.Tables;
using AzurePerf.Testing.Storage.Service;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Tables;

public sealed class PointRowsTests : IDisposable
{
    private const int Partitions = 2;

    private readonly FakeTableService _service = new();
    private readonly TableClient _table;

    public PointRowsTests() => _table = _service.Client().GetTableClient("shared");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_lost_answer_leaves_none_of_a_points_rows_in_the_table()
    {
        await FillAsync("0011", "0021");
        var transactions = 0;
        _service.LosesAnswer = (_, path) => path == "$batch" && transactions++ == 1;

        await new PointRows(_table, Partitions).RemoveAsync("0011", Token);

        Assert.Equal(["0021", "row-"], await MarksAsync());
    }

    [Fact]
    public async Task A_point_takes_out_what_any_other_left_and_nothing_of_the_dataset()
    {
        await FillAsync("0011", "rov1", "rowz", "zzzz");

        await new PointRows(_table, Partitions).RemoveAllAsync(Token);

        Assert.Equal(["row-"], await MarksAsync());
        Assert.Equal(10, await _table.QueryAsync<TableEntity>(cancellationToken: Token).CountAsync(Token));
    }

    public void Dispose() => _service.Dispose();

    private async Task FillAsync(params string[] marks)
    {
        await _table.CreateAsync(Token);
        var rows = Enumerable.Range(0, 10).Select(number => EntityRow.OfDataset(number, Partitions))
            .Concat(marks.SelectMany(mark => Enumerable.Range(0, 500).Select(index => EntityRow.OfClientAmongOthers(mark, index % 2, Partitions, index))));
        await new TableFill(_table, new EntityContent(1, 1_024), 100).RunAsync(rows.GroupBy(row => row.PartitionKey), Token);
    }

    private async Task<string[]> MarksAsync() => await _table.QueryAsync<TableEntity>(cancellationToken: Token)
        .Select(row => row.RowKey[..4]).Distinct().Order(StringComparer.Ordinal).ToArrayAsync(Token);
}
