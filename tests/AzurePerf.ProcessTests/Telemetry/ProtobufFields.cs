namespace AzurePerf.ProcessTests.Telemetry;

/// <summary>The fields of a protobuf message that have a length: texts, bytes and messages. Numbers are passed over.</summary>
internal static class ProtobufFields
{
    /// <exception cref="InvalidDataException">It is no such message.</exception>
    public static IEnumerable<(int Field, ReadOnlyMemory<byte> Value)> Of(ReadOnlyMemory<byte> message)
    {
        while (message.Length > 0)
        {
            var tag = Varint(ref message);
            switch (tag & 7)
            {
                case 0:
                    Varint(ref message);
                    break;
                case 1:
                    message = message[8..];
                    break;
                case 2:
                    var length = (int)Varint(ref message);
                    yield return ((int)(tag >> 3), message[..length]);
                    message = message[length..];
                    break;
                case 5:
                    message = message[4..];
                    break;
                default:
                    throw new InvalidDataException($"wire type {tag & 7}");
            }
        }
    }

    private static ulong Varint(ref ReadOnlyMemory<byte> message)
    {
        var (value, shift) = (0UL, 0);
        while (true)
        {
            var next = message.Span[0];
            message = message[1..];
            value |= (ulong)(next & 0x7f) << shift;
            if (next < 0x80)
            {
                return value;
            }

            shift += 7;
        }
    }
}
