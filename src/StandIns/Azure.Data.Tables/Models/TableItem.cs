#nullable disable // the official assembly is not annotated: both must give callers the same warnings

namespace Azure.Data.Tables.Models;

/// <summary>A table of an account.</summary>
public class TableItem
{
    public TableItem(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        Name = name;
    }

    public string Name { get; }
}
