using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Testing.Sql;

/// <summary>How many rows a dataset has, and about how many bytes it takes on a server, counted from what the generator writes.</summary>
/// <param name="Rows">Of each table. Exact where the number follows from the scale; of trades and what hangs on them, from a
/// sample.</param>
/// <param name="Bytes">Of rows and indexes, without the server's log.</param>
public sealed record DataEstimate(IReadOnlyDictionary<Table, long> Rows, long Bytes)
{
    private const int Sample = 100;

    public long TotalRows => Rows.Values.Sum();

    public static DataEstimate Of(Dataset data)
    {
        ArgumentNullException.ThrowIfNull(data);
        var rows = new Dictionary<Table, double>();
        var bytes = 0.0;
        foreach (var group in Enum.GetValues<RowGroup>().Where(group => group != RowGroup.Brokers))
        {
            var units = data.UnitsOf(group);
            var sampled = Math.Min(units, Sample);
            var measure = new Measure();
            for (var number = 0; number < sampled; number++)
            {
                data.Write(group, units * number / sampled, measure);
            }

            bytes += measure.Bytes * units / sampled;
            foreach (var (table, count) in measure.Rows)
            {
                rows[table] = rows.GetValueOrDefault(table) + ((double)count * units / sampled);
            }
        }

        rows[Tables.Broker] = data.Scale.Brokers;
        rows[Tables.TradeRequest] = 0;
        return new(Tables.All.ToDictionary(table => table, table => (long)Math.Round(rows[table])), (long)bytes);
    }

    /// <summary>Counts rows and what they take: 28 bytes a row and 16 an index entry next to their values, pages filled to nine
    /// tenths.</summary>
    private sealed class Measure : IRowSink
    {
        private const double PerRow = 28;
        private const double PerEntry = 16;
        private const double Filled = 0.9;

        public Dictionary<Table, long> Rows { get; } = [];

        public double Bytes { get; private set; }

        public void Add(Table table, ReadOnlySpan<Cell> row)
        {
            Rows[table] = Rows.GetValueOrDefault(table) + 1;
            var bytes = PerRow;
            foreach (var cell in row)
            {
                bytes += Width(cell);
            }

            bytes += Entry(table, table.Key, row);
            foreach (var index in table.Indexes)
            {
                bytes += Entry(table, index, row);
            }

            Bytes += bytes / Filled;
        }

        private static double Entry(Table table, IReadOnlyList<string> columns, ReadOnlySpan<Cell> row)
        {
            var bytes = PerEntry;
            foreach (var column in columns)
            {
                bytes += Width(row[table.Ordinal(column)]);
            }

            return bytes;
        }

        // PostgreSQL compresses long text to a little over a half.
        private static double Width(Cell cell) =>
            !cell.IsText ? 8 : cell.Text.Length < 2_000 ? cell.Text.Length + 1 : cell.Text.Length * 0.6;
    }
}
