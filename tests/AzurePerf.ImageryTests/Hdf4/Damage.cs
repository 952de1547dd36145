using System.Buffers.Binary;

namespace AzurePerf.ImageryTests.Hdf4;

/// <summary>Spoils a file in one of the ways that a bad disk, a cut download or an attacker would.</summary>
internal static class Damage
{
    private static readonly uint[] Extremes = [0, 1, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x01000000, 200_000_000];

    public static byte[] Of(byte[] file, Random random)
    {
        var bytes = (byte[])file.Clone();
        var elements = Elements(bytes);
        switch (random.Next(10))
        {
            case 0:
                Flip(bytes.AsSpan(), random, random.Next(1, 9));
                break;
            case 1:
                return bytes[..random.Next(bytes.Length)];
            case 2:
                SwapOffsets(bytes, Pick(elements, random).At, Pick(elements, random).At);
                break;
            case 3:
                Put(bytes, Pick(elements, random).At + 8, Extreme(random));
                break;
            case 4:
                Put(bytes, Pick(elements, random).At + 4, Extreme(random));
                break;
            case 5:
                Flip(Content(bytes, Pick(elements, random)), random, random.Next(1, 5));
                break;
            case 6:
                PutAnywhere(Content(bytes, Pick(elements, random)), random);
                break;
            case 7:
                Loop(bytes, elements, random);
                break;
            case 8:
                // Tables, groups and special elements only: the data themselves are most of a file.
                var told = elements.Where(element => element.Tag is > 1900 or 106 or 701 or 16445 or 18347 or 17086 or 20).ToArray();
                PutAnywhere(Content(bytes, Pick(told, random)), random);
                break;
            default:
                Put(bytes, 6, random.Next(2) == 0 ? 4u : Extreme(random));
                break;
        }

        return bytes;
    }

    /// <summary>Links a block or a block of descriptors to itself or to another.</summary>
    private static void Loop(byte[] bytes, List<(int At, int Tag, int Reference, int Offset, int Length)> elements, Random random)
    {
        var links = elements.Where(element => element.Tag == 20 && element.Length >= 4).ToArray();
        if (links.Length == 0)
        {
            Put(bytes, 6, 4);
            return;
        }

        var link = Pick(links, random);
        var place = link.Offset + (2 * random.Next(link.Length / 2));
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(place), (ushort)Pick(links, random).Reference);
    }

    private static void SwapOffsets(byte[] bytes, int one, int other)
    {
        var kept = bytes[(one + 4)..(one + 8)];
        bytes.AsSpan(other + 4, 4).CopyTo(bytes.AsSpan(one + 4));
        kept.CopyTo(bytes.AsSpan(other + 4));
    }

    private static void PutAnywhere(Span<byte> content, Random random)
    {
        if (content.Length >= 4)
        {
            BinaryPrimitives.WriteUInt32BigEndian(content[random.Next(content.Length - 3)..], Extreme(random));
        }
    }

    private static void Flip(Span<byte> content, Random random, int times)
    {
        for (var i = 0; i < times && content.Length > 0; i++)
        {
            content[random.Next(content.Length)] ^= (byte)random.Next(1, 256);
        }
    }

    private static Span<byte> Content(byte[] bytes, (int At, int Tag, int Reference, int Offset, int Length) element) =>
        element.Offset < 0 ? default : bytes.AsSpan(element.Offset, element.Length);

    private static void Put(byte[] bytes, int at, uint number) => BinaryPrimitives.WriteUInt32BigEndian(bytes.AsSpan(at), number);

    private static uint Extreme(Random random) => Extremes[random.Next(Extremes.Length)];

    private static T Pick<T>(IReadOnlyList<T> items, Random random) => items[random.Next(items.Count)];

    /// <summary>The descriptors of a sound file and where each stands.</summary>
    private static List<(int At, int Tag, int Reference, int Offset, int Length)> Elements(byte[] bytes)
    {
        var elements = new List<(int At, int Tag, int Reference, int Offset, int Length)>();
        for (var block = 4; block != 0; block = BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(block + 2)))
        {
            for (var i = 0; i < BinaryPrimitives.ReadInt16BigEndian(bytes.AsSpan(block)); i++)
            {
                var at = block + 6 + (12 * i);
                var tag = BinaryPrimitives.ReadUInt16BigEndian(bytes.AsSpan(at));
                if (tag != 1)
                {
                    elements.Add((
                        at, tag, BinaryPrimitives.ReadUInt16BigEndian(bytes.AsSpan(at + 2)),
                        BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(at + 4)), BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(at + 8))));
                }
            }
        }

        return elements;
    }
}
