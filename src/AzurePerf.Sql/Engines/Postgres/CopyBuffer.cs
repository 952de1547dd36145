using System.Buffers.Binary;
using System.Text;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Engines.Postgres;

/// <summary>Rows of one table in the binary format of COPY, ready to be sent. They lie in blocks that are used again, because one that grew
/// would leave what it had outgrown as large objects.</summary>
internal sealed class CopyBuffer
{
    /// <summary>Below the size of a large object.</summary>
    private const int BlockBytes = 1 << 16;

    /// <summary>A longer text is counted before it is encoded.</summary>
    private const int LongText = 1_000;

    private const int CountBytes = 2;
    private const int MostDigits = 6;
    private const int MostBytesOfNumber = 12 + (2 * MostDigits);
    private static readonly byte[] Header = [.. "PGCOPY\n"u8, 0xFF, .. "\r\n\0"u8, 0, 0, 0, 0, 0, 0, 0, 0];
    private readonly bool[] _isMoney;
    private readonly List<Block> _blocks = [new(BlockBytes)];
    private int _last;
    private int _lengthOfFull;
    private byte[] _bytes;
    private int _length;

    public CopyBuffer(Table table)
    {
        _isMoney = [.. table.Columns.Select(column => column.Kind == CellKind.Money)];
        _bytes = _blocks[0].Bytes;
        Clear();
    }

    public int Rows { get; private set; }

    /// <summary>Bytes in it.</summary>
    public int Length => _lengthOfFull + _length;

    private IEnumerable<Block> Full => _blocks.Take(_last);

    /// <summary>All of it, with the end mark.</summary>
    public ReadOnlyMemory<byte>[] Finish()
    {
        Reserve(CountBytes);
        BinaryPrimitives.WriteInt16BigEndian(Take(CountBytes), -1);
        return [.. Full.Select(block => block.Bytes.AsMemory(0, block.Length)), _bytes.AsMemory(0, _length)];
    }

    public void Clear()
    {
        // The first block has room for the header.
        _blocks.RemoveAll(block => block.Bytes.Length > BlockBytes);
        Use(0);
        _lengthOfFull = 0;
        Rows = 0;
        Header.CopyTo(Take(Header.Length));
    }

    public void Add(ReadOnlySpan<Cell> row)
    {
        Reserve(CountBytes + (row.Length * MostBytesOfNumber));
        BinaryPrimitives.WriteInt16BigEndian(Take(CountBytes), (short)row.Length);
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
                Reserve((row.Length - column) * MostBytesOfNumber);
            }
            else if (_isMoney[column])
            {
                AddNumeric(cell.Number);
            }
            else
            {
                // A timestamp is microseconds since 2000, as in the data.
                var field = Take(12);
                BinaryPrimitives.WriteInt64BigEndian(field[4..], cell.Number);
                BinaryPrimitives.WriteInt32BigEndian(field, 8);
            }
        }

        Rows++;
    }

    private void AddText(string text)
    {
        Reserve(4 + (text.Length > LongText ? Encoding.UTF8.GetByteCount(text) : Encoding.UTF8.GetMaxByteCount(text.Length)));
        var bytes = Encoding.UTF8.GetBytes(text, _bytes.AsSpan(_length + 4));
        BinaryPrimitives.WriteInt32BigEndian(Take(4), bytes);
        _length += bytes;
    }

    /// <summary>A numeric has digits of 10,000: the last one of ours is its fraction.</summary>
    private void AddNumeric(long value)
    {
        Span<short> digits = stackalloc short[MostDigits];
        var count = 0;
        for (var rest = value == long.MinValue ? (ulong)long.MaxValue + 1 : (ulong)Math.Abs(value); rest > 0; rest /= (ulong)Money.One)
        {
            digits[count++] = (short)(rest % (ulong)Money.One);
        }

        var field = Take(12 + (2 * count));
        BinaryPrimitives.WriteInt16BigEndian(field[10..], 4);
        BinaryPrimitives.WriteInt16BigEndian(field[8..], value < 0 ? (short)0x4000 : (short)0);
        BinaryPrimitives.WriteInt16BigEndian(field[6..], (short)(count - 2));
        BinaryPrimitives.WriteInt16BigEndian(field[4..], (short)count);
        BinaryPrimitives.WriteInt32BigEndian(field, 8 + (2 * count));
        for (var place = 0; place < count; place++)
        {
            BinaryPrimitives.WriteInt16BigEndian(field[(12 + (2 * place))..], digits[count - 1 - place]);
        }
    }

    /// <summary>Makes room; <see cref="Take"/> does not.</summary>
    private void Reserve(int length)
    {
        if (_length + length <= _bytes.Length)
        {
            return;
        }

        _blocks[_last].Length = _length;
        _lengthOfFull += _length;
        if (_last + 1 == _blocks.Count || _blocks[_last + 1].Bytes.Length < length)
        {
            _blocks.Insert(_last + 1, new(Math.Max(BlockBytes, length)));
        }

        Use(_last + 1);
    }

    private void Use(int block)
    {
        (_last, _length) = (block, 0);
        _bytes = _blocks[block].Bytes;
    }

    private Span<byte> Take(int length)
    {
        _length += length;
        return _bytes.AsSpan(_length - length, length);
    }

    private sealed class Block(int size)
    {
        public byte[] Bytes { get; } = new byte[size];

        /// <summary>Bytes in it, once it is full.</summary>
        public int Length { get; set; }
    }
}
