using System.Buffers.Binary;
using System.Text;

namespace AzurePerf.Sandbox.Launch;

/// <summary>What a launcher tells its guard: 64 bytes, so that it is ready before the filter and written at once.</summary>
internal readonly record struct StatusFrame(StatusKind Kind, int Value, string Name)
{
    public const int Bytes = 64;

    private const int NameOffset = 8;

    public static StatusFrame Read(ReadOnlySpan<byte> frame) => new(
        (StatusKind)frame[0],
        BinaryPrimitives.ReadInt32LittleEndian(frame[4..]),
        Encoding.ASCII.GetString(frame[NameOffset..Bytes]).TrimEnd('\0'));

    public void Write(Span<byte> frame)
    {
        frame[..Bytes].Clear();
        frame[0] = (byte)Kind;
        BinaryPrimitives.WriteInt32LittleEndian(frame[4..], Value);
        Encoding.ASCII.GetBytes(Name, frame[NameOffset..Bytes]);
    }
}
