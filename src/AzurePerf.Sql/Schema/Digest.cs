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
        // In a register, not in memory: each step waits for the one before.
        var state = _state;
        foreach (ref readonly var cell in cells)
        {
            state = cell.IsNull ? Fold(state, 0x30000)
                : cell.IsText ? Fold(state, cell.Text)
                : Fold(state, unchecked((ulong)cell.Number));
        }

        _state = Fold(state, (ulong)cells.Length + 0x10000);
    }

    /// <summary>Says that a result ends, and how many rows it had.</summary>
    public void EndResult(int rows) => _state = Fold(_state, (ulong)rows + 0x20000);

    private static ulong Fold(ulong state, string text)
    {
        var words = MemoryMarshal.Cast<char, ulong>(text.AsSpan());
        foreach (var word in words)
        {
            state = Fold(state, word);
        }

        foreach (var character in text.AsSpan(words.Length * 4))
        {
            state = Fold(state, character);
        }

        return Fold(state, (ulong)text.Length + 0x40000);
    }

    private static ulong Fold(ulong state, ulong value) => ulong.RotateLeft((state ^ value) * Prime, 29) + 1;
}
