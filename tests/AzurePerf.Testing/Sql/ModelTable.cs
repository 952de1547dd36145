using AzurePerf.Sql.Checks;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Testing.Sql;

/// <summary>A row in memory.</summary>
public sealed class ModelRow(Table table, Cell[] cells)
{
    public Cell[] Cells => cells;

    /// <summary>A number.</summary>
    public long this[string column]
    {
        get => cells[table.Ordinal(column)].Number;
        set => cells[table.Ordinal(column)] = value;
    }

    public string Text(string column) => cells[table.Ordinal(column)].Text;

    public Cell Cell(string column) => cells[table.Ordinal(column)];

    public void Set(string column, Cell value) => cells[table.Ordinal(column)] = value;

    public Cell[] Pick(params string[] columns) => [.. columns.Select(Cell)];
}

/// <summary>A table in memory, with an index for each column by which somebody asked.</summary>
public sealed class ModelTable(Table table)
{
    private readonly Dictionary<string, ModelRow> _rows = [];
    private readonly Dictionary<string, Dictionary<Cell, List<ModelRow>>> _indexes = [];

    public IEnumerable<ModelRow> Rows => _rows.Values;

    public TableChecksum Checksum => _rows.Values.Aggregate(default(TableChecksum), (checksum, row) => checksum.With(row.Cells));

    public void Add(params ReadOnlySpan<Cell> cells)
    {
        var row = new ModelRow(table, cells.ToArray());
        _rows.Add(KeyOf(row), row);
        foreach (var (column, index) in _indexes)
        {
            Index(index, column, row);
        }
    }

    public void Remove(ModelRow row)
    {
        _rows.Remove(KeyOf(row));
        foreach (var (column, index) in _indexes)
        {
            index[row.Cell(column)].Remove(row);
        }
    }

    public ModelRow? Find(params Cell[] key) => _rows.GetValueOrDefault(string.Join('|', key));

    public ModelRow Get(params Cell[] key) => _rows[string.Join('|', key)];

    /// <summary>The rows with a value in a column that never changes.</summary>
    public IEnumerable<ModelRow> By(string column, Cell value)
    {
        if (!_indexes.TryGetValue(column, out var index))
        {
            index = [];
            foreach (var row in _rows.Values)
            {
                Index(index, column, row);
            }

            _indexes.Add(column, index);
        }

        return index.GetValueOrDefault(value) ?? [];
    }

    private static void Index(Dictionary<Cell, List<ModelRow>> index, string column, ModelRow row)
    {
        if (!index.TryGetValue(row.Cell(column), out var rows))
        {
            rows = [];
            index.Add(row.Cell(column), rows);
        }

        rows.Add(row);
    }

    private string KeyOf(ModelRow row) => string.Join('|', table.Key.Select(row.Cell));
}

/// <summary>All tables in memory.</summary>
public sealed class ModelDatabase : IRowSink
{
    private readonly Dictionary<Table, ModelTable> _tables = Tables.All.ToDictionary(table => table, table => new ModelTable(table));

    public ModelDatabase(Dataset data)
    {
        ArgumentNullException.ThrowIfNull(data);
        foreach (var group in Enum.GetValues<RowGroup>())
        {
            for (var unit = 0L; unit < data.UnitsOf(group); unit++)
            {
                data.Write(group, unit, this);
            }
        }
    }

    public ModelTable this[Table table] => _tables[table];

    public void Add(Table table, ReadOnlySpan<Cell> row) => _tables[table].Add(row);
}
