using System.Buffers.Binary;
using System.Text;
using AzurePerf.Sql.Engines.Postgres;
using AzurePerf.Sql.Schema;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class CopyBufferTests
{
    private const int HeaderBytes = 19;

    private static readonly Table Texts = Table.Of("texts", "id:i text:s", "id");

    [Fact]
    public void Rows_come_out_whole_and_in_order_however_they_fall_into_blocks_and_again_after_a_buffer_was_emptied()
    {
        var buffer = new CopyBuffer(Texts);
        SeededProperty.Holds(
            Gen.OneOf(0, 7, 999, 1_001, 21_800, 30_000, 70_000).Array[0, 30],
            lengths =>
            {
                string[] texts = [.. lengths.Select((length, row) => new string("aü"[row % 2], length))];
                buffer.Clear();
                for (var row = 0; row < texts.Length; row++)
                {
                    buffer.Add([row, texts[row]]);
                }

                var length = buffer.Length;
                byte[] bytes = [.. buffer.Finish().SelectMany(block => block.ToArray())];
                return buffer.Rows == texts.Length && bytes.Length == length + 2 && bytes.AsSpan(HeaderBytes).SequenceEqual(Expected(texts));
            });
    }

    private static byte[] Expected(string[] texts)
    {
        using var bytes = new MemoryStream();
        for (var row = 0; row < texts.Length; row++)
        {
            var text = Encoding.UTF8.GetBytes(texts[row]);
            var fields = new byte[18];
            BinaryPrimitives.WriteInt16BigEndian(fields, 2);
            BinaryPrimitives.WriteInt32BigEndian(fields.AsSpan(2), 8);
            BinaryPrimitives.WriteInt64BigEndian(fields.AsSpan(6), row);
            BinaryPrimitives.WriteInt32BigEndian(fields.AsSpan(14), text.Length);
            bytes.Write(fields);
            bytes.Write(text);
        }

        bytes.Write([0xFF, 0xFF]);
        return bytes.ToArray();
    }
}
