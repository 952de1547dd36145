using System.Buffers.Binary;
using System.Text;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Engines.Postgres;

/// <summary>Rows of one table in the binary format of COPY, ready to be sent.</summary>
internal sealed class CopyBuffer
{
    private static readonly byte[] Header = [.. "PGCOPY\n"u8, 0xFF, .. "\r\n\0"u8, 0, 0, 0, 0, 0, 0, 0, 0];
    private readonly Table _table;
    private byte[] _bytes = new byte[1 << 16];
    private int _length;

    public CopyBuffer(Table table)
    {
        _table = table;
        Clear();
    }

    public int Rows { get; private set; }

    /// <summary>All of it, with the end mark.</summary>
    public ReadOnlyMemory<byte> Finish()
    {
        BinaryPrimitives.WriteInt16BigEndian(Take(2), -1);
        return _bytes.AsMemory(0, _length);
    }

    public void Clear()
    {
        _length = 0;
        Rows = 0;
        Header.CopyTo(Take(Header.Length));
    }

    public void Add(ReadOnlySpan<Cell> row)
    {
        BinaryPrimitives.WriteInt16BigEndian(Take(2), (short)row.Length);
        for (var column = 0; column < row.Length; column++)
        {
            var cell = row[column];
            if (cell.IsNull)
            {
                BinaryPrimitives.WriteInt32BigEndian(Take(4), -1);
            }
            else if (cell.IsText)
            {
                AddText(cell.Text);
            }
            else if (_table.Columns[column].Kind == CellKind.Money)
            {
                AddNumeric(cell.Number);
            }
            else
            {
                // A timestamp is microseconds since 2000, as in the data.
                BinaryPrimitives.WriteInt32BigEndian(Take(4), 8);
                BinaryPrimitives.WriteInt64BigEndian(Take(8), cell.Number);
            }
        }

        Rows++;
    }

    private void AddText(string text)
    {
        var bytes = Encoding.UTF8.GetByteCount(text);
        BinaryPrimitives.WriteInt32BigEndian(Take(4), bytes);
        Encoding.UTF8.GetBytes(text, Take(bytes));
    }

    /// <summary>A numeric has digits of 10,000: the last one of ours is its fraction.</summary>
    private void AddNumeric(long value)
    {
        Span<short> digits = stackalloc short[6];
        var count = 0;
        for (var rest = value == long.MinValue ? (ulong)long.MaxValue + 1 : (ulong)Math.Abs(value); rest > 0; rest /= (ulong)Money.One)
        {
            digits[count++] = (short)(rest % (ulong)Money.One);
        }

        BinaryPrimitives.WriteInt32BigEndian(Take(4), 8 + (2 * count));
        BinaryPrimitives.WriteInt16BigEndian(Take(2), (short)count);
        BinaryPrimitives.WriteInt16BigEndian(Take(2), (short)(count - 2));
        BinaryPrimitives.WriteInt16BigEndian(Take(2), value < 0 ? (short)0x4000 : (short)0);
        BinaryPrimitives.WriteInt16BigEndian(Take(2), 4);
        while (count > 0)
        {
            BinaryPrimitives.WriteInt16BigEndian(Take(2), digits[--count]);
        }
    }

    private Span<byte> Take(int length)
    {
        if (_length + length > _bytes.Length)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _length + length));
        }

        _length += length;
        return _bytes.AsSpan(_length - length, length);
    }
}
