using System.Runtime.InteropServices;
using AzurePerf.Core.Ids;

namespace AzurePerf.Sql.Schema;

/// <summary>A 64-bit hash of rows that is the same on every engine and in every process.</summary>
public struct Digest
{
    private const ulong Prime = 0x9E3779B97F4A7C15UL;
    private ulong _state;

    public readonly ulong Value => StableHash.Mix(_state);

    public static ulong OfRow(ReadOnlySpan<Cell> cells)
    {
        var digest = new Digest();
        digest.Add(cells);
        return digest.Value;
    }

    /// <summary>Adds a row: its cells, and that it ends here.</summary>
    public void Add(ReadOnlySpan<Cell> cells)
    {
        foreach (var cell in cells)
        {
            Add(cell);
        }

        Fold((ulong)cells.Length + 0x10000);
    }

    /// <summary>Says that a result ends, and how many rows it had.</summary>
    public void EndResult(int rows) => Fold((ulong)rows + 0x20000);

    private void Add(Cell cell)
    {
        if (cell.IsNull)
        {
            Fold(0x30000);
        }
        else if (cell.IsText)
        {
            AddText(cell.Text);
        }
        else
        {
            Fold(unchecked((ulong)cell.Number));
        }
    }

    private void AddText(string text)
    {
        var words = MemoryMarshal.Cast<char, ulong>(text.AsSpan());
        foreach (var word in words)
        {
            Fold(word);
        }

        foreach (var character in text.AsSpan(words.Length * 4))
        {
            Fold(character);
        }

        Fold((ulong)text.Length + 0x40000);
    }

    private void Fold(ulong value)
    {
        _state = ulong.RotateLeft((_state ^ value) * Prime, 29) + 1;
    }
}
