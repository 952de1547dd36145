using AzurePerf.Imagery;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Hdf4.Stored;
using Xunit;

namespace AzurePerf.ImageryTests.Hdf4;

/// <summary>Alone, since it measures the processor time of the whole process.</summary>
[CollectionDefinition(nameof(DamagedFilesTests), DisableParallelization = true)]
[Collection(nameof(DamagedFilesTests))]
public sealed class DamagedFilesTests(ITestOutputHelper output)
{
    private const int Files = 5_000;
    private const int Seed = 20100524;
    private const long Above = 64 << 20;
    private const long InAll = 256 << 20;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    [Fact]
    public void Five_thousand_damaged_files_are_refused_or_read_within_a_second_and_little_memory()
    {
        output.WriteLine($"seed {Seed}");
        var random = new Random(Seed);
        byte[][] sound = [Samples.Bytes("types.hdf"), Samples.Bytes("storage.hdf"), EosSample.File(), LinkedAndChunked()];
        var worst = (Time: TimeSpan.Zero, Memory: 0L, Refused: 0, SetsRefused: 0);
        for (var i = 0; i < Files; i++)
        {
            var damaged = Damage.Of(sound[i % sound.Length], random);
            var before = Environment.CpuUsage.TotalTime;
            var (refused, sets, memory) = Read(damaged, i);
            var took = Environment.CpuUsage.TotalTime - before;
            Assert.True(took <= Longest, $"file {i} took {took}");
            worst = (took > worst.Time ? took : worst.Time, Math.Max(worst.Memory, memory), worst.Refused + refused, worst.SetsRefused + sets);
        }

        output.WriteLine($"longest {worst.Time.TotalMilliseconds:F0} ms; most allocated {worst.Memory >> 20} MB");
        output.WriteLine($"{worst.Refused} files and {worst.SetsRefused} data sets refused");
        Assert.InRange(worst.Refused, Files / 10, Files * 9 / 10);
    }

    [Fact]
    public void A_data_set_larger_than_its_data_is_refused_before_there_is_room_for_it()
    {
        var writer = new Hdf4Writer();
        writer.Add(NewSets.Of("plain", Hdf4NumberType.UInt8, NewSets.Axes("a", 10, 10), Hdf4Storage.Plain, 1));
        writer.Add(NewSets.Of("deflated", Hdf4NumberType.UInt8, NewSets.Axes("a", 10, 10), Hdf4Storage.Deflate(), 1));
        writer.Add(NewSets.Of("linked", Hdf4NumberType.UInt8, NewSets.Axes("a", 10, 10), Hdf4Storage.Linked(40), 1));
        var bytes = writer.Bytes();
        ReplaceLengths(bytes, 10, 13_000);
        ReplaceLengths(bytes, 100, 169_000_000);
        var file = Hdf4File.Open(bytes);
        foreach (var set in file.DataSets)
        {
            Assert.Equal(169_000_000, set.Count);
            var before = GC.GetAllocatedBytesForCurrentThread();
            Assert.Throws<UnreadableFileException>(() => set.Read<byte>());
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000);
        }
    }

    [Fact]
    public void A_data_set_above_the_callers_limit_is_refused()
    {
        var file = Hdf4File.Open(EosSample.File(), maximalBytes: 200);
        Assert.Throws<UnreadableFileException>(() => file.DataSet("LST")!.Read<ushort>());
        Assert.Equal(20, Hdf4File.Open(EosSample.File(), maximalBytes: 200).DataSet("Latitude")!.Read<float>().Length);
        using var stream = new MemoryStream(EosSample.File());
        Assert.Throws<UnreadableFileException>(() => Hdf4File.Open(stream, maximalBytes: 200));
    }

    /// <summary>Of some of these lengths the checksum begins behind what is read in one go.</summary>
    [Fact]
    public void A_byte_of_deflated_data_that_changed_is_noticed()
    {
        for (var length = 8_170; length < 8_200; length++)
        {
            var bytes = Written(NewSets.Of("set", Hdf4NumberType.UInt8, NewSets.Axes("a", length), Hdf4Storage.Deflate(0), 1));
            var values = Hdf4File.Open(bytes).DataSets[0].Read<byte>();
            bytes[bytes.AsSpan().IndexOf(values.AsSpan(0, 20)) + 5] ^= 1;
            Assert.Throws<UnreadableFileException>(() => Hdf4File.Open(bytes).DataSets[0].Read<byte>());
        }
    }

    [Fact]
    public void Linked_blocks_that_go_round_in_a_circle_are_refused()
    {
        var elements = new NewElements();
        var head = new ByteBuilder().Int16(Tag.SpecialLinked).Int32(100).Int32(2).Int32(1).Int16(5).ToArray();
        elements.Add(Tag.Data | Tag.Special, 1, head);
        elements.Add(Tag.LinkedBlock, 5, new ByteBuilder().Int16(5).Int16(6).ToArray());
        elements.Add(Tag.LinkedBlock, 6, new byte[2]);
        var file = new Elements(new Descriptors(Bytes(elements)));
        var refusal = Assert.Throws<UnreadableFileException>(() => file.Read(Tag.Data, 1, new byte[100], "data"));
        Assert.Contains("linked blocks", refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(4 << 20, false)]
    [InlineData((4 << 20) + 1, true)]
    public void Chunks_of_as_many_rows_as_are_allowed_take_less_than_a_second(int rows, bool isRefused)
    {
        var axes = NewSets.Axes("a", rows, 2);
        var bytes = Written(Hdf4NewDataSet.Of<byte>("set", axes, new byte[2 * rows], Hdf4Storage.ChunkedDeflate(1, rows, 1)));
        AssertBounded(
            () =>
            {
                if (isRefused)
                {
                    Assert.Contains("rows", Refusal(bytes), StringComparison.Ordinal);
                }
                else
                {
                    Assert.Equal(2 * rows, Hdf4File.Open(bytes).DataSets[0].Read<byte>().Length);
                }
            },
            (2 * rows) + Above);
    }

    [Fact]
    public void A_chunk_that_is_there_twice_is_refused()
    {
        var bytes = Written(NewSets.Of("set", Hdf4NumberType.UInt8, NewSets.Axes("a", 100), Hdf4Storage.Chunked(50), 1));
        byte[] second = [0, 0, 0, 1, 0, (byte)Tag.Chunk];
        bytes[bytes.AsSpan().IndexOf(second) + 3] = 0;
        Assert.Contains("twice", Refusal(bytes), StringComparison.Ordinal);
    }

    [Fact]
    public void A_deflate_bomb_costs_no_more_than_it_declares()
    {
        const int Large = 150 << 20;
        var writer = new Hdf4Writer();
        writer.Add(Hdf4NewDataSet.Of<byte>("bomb", [new("a", Large)], new byte[Large], Hdf4Storage.Deflate(9)));
        var bytes = writer.Bytes();
        Assert.InRange(bytes.Length, 0, 1 << 20);
        AssertBounded(() => Assert.Equal(Large, Hdf4File.Open(bytes).DataSets[0].Read<byte>().Length), Large + Above);
        ReplaceLengths(bytes, Large, 100);
        AssertBounded(() => Assert.Equal(100, Hdf4File.Open(bytes).DataSets[0].Read<byte>().Length), 100_000);
    }

    [Fact]
    public void Groups_that_name_the_same_member_over_and_over_are_refused()
    {
        var elements = new NewElements();
        var attribute = elements.AddTable("a", Vdata.Attribute, [new(20, 1, 1, "")], 1, new byte[1]);
        var members = Enumerable.Repeat((Tag.TableHeader, attribute), 1_000).ToList();
        var length = elements.AddTable("a", Vdata.DimensionLength, [new(24, 4, 1, "Values")], 1, new byte[4]);
        members.Add((Tag.Group, elements.AddGroup("a", Vgroup.Dimension, [(Tag.TableHeader, length)])));
        members.Add((Tag.NumberType, elements.Add(Tag.NumberType, new byte[] { 1, 20, 8, 1 })));
        var variable = elements.AddGroup("v", Vgroup.Variable, members);
        elements.AddGroup("file", Vgroup.File, [.. Enumerable.Repeat((Tag.Group, variable), 60_000)]);
        AssertRefused(elements, "take more than 32 MiB");
    }

    [Fact]
    public void More_elements_than_references_can_name_are_refused()
    {
        var elements = new NewElements();
        for (var i = 0; i < 400_000; i++)
        {
            elements.Add(2000 + (i >> 16), (ushort)i, new byte[1]);
        }

        AssertRefused(elements, "more than 300000 elements");
    }

    [Fact]
    public void A_table_of_chunks_that_claims_four_billion_bytes_is_refused()
    {
        var bytes = Written(NewSets.Of("set", Hdf4NumberType.UInt8, NewSets.Axes("a", 10, 11), Hdf4Storage.ChunkedDeflate(6, 5, 5), 1));
        byte[] count = [0, 0, 0, 0, 0, 6, 0, 12];
        bytes[bytes.AsSpan().IndexOf(count) + 2] = 0x7f;
        AssertBounded(() => Assert.Contains("end too early", Refusal(bytes), StringComparison.Ordinal), 100_000);
    }

    private static byte[] Written(Hdf4NewDataSet set)
    {
        var writer = new Hdf4Writer();
        writer.Add(set);
        return writer.Bytes();
    }

    private static byte[] Bytes(NewElements elements)
    {
        using var stream = new MemoryStream();
        elements.WriteTo(stream);
        return stream.ToArray();
    }

    private static string Refusal(byte[] bytes) =>
        Assert.Throws<UnreadableFileException>(() => Hdf4File.Open(bytes).DataSets[0].Read<byte>()).Message;

    private static void AssertRefused(NewElements elements, string why)
    {
        var bytes = Bytes(elements);
        AssertBounded(
            () => Assert.Contains(why, Assert.Throws<UnreadableFileException>(() => Hdf4File.Open(bytes)).Message, StringComparison.Ordinal),
            Above);
    }

    private static void AssertBounded(Action read, long bytes)
    {
        var (cpu, memory) = (Environment.CpuUsage.TotalTime, GC.GetAllocatedBytesForCurrentThread());
        read();
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - memory, 0, bytes);
        Assert.InRange(Environment.CpuUsage.TotalTime - cpu, TimeSpan.Zero, Longest);
    }

    private static byte[] LinkedAndChunked()
    {
        var writer = new Hdf4Writer();
        writer.Add(NewSets.Of("linked", Hdf4NumberType.Int32, NewSets.Axes("a", 40, 20), Hdf4Storage.Linked(30), 1));
        writer.Add(NewSets.Of("chunks", Hdf4NumberType.Float64, NewSets.Axes("b", 4, 9, 11), Hdf4Storage.Chunked(2, 5, 4), 2));
        writer.Add(NewSets.Of("deflated", Hdf4NumberType.Int16, NewSets.Axes("c", 50, 31), Hdf4Storage.ChunkedDeflate(6, 13, 17), 3));
        return writer.Bytes();
    }

    /// <summary>Reads all there is; every other exception than the one that is allowed ends the test.</summary>
    private static (int Refused, int SetsRefused, long Memory) Read(byte[] bytes, int number)
    {
        var refused = 0;
        var most = 0L;
        var before = GC.GetAllocatedBytesForCurrentThread();
        Hdf4File? file = null;
        try
        {
            file = Hdf4File.Open(bytes);
            _ = HdfEosStructure.Read(file);
        }
        catch (UnreadableFileException)
        {
            refused = 1;
        }

        most = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(most <= Above, $"file {number} took {most} bytes to open");
        var setsRefused = 0;
        foreach (var set in file?.DataSets ?? [])
        {
            var declared = set.Count * (set.Type is Hdf4NumberType.Float64 ? 8 : set.Type >= Hdf4NumberType.Int32 || set.Type == Hdf4NumberType.Float32 ? 4 : set.Type >= Hdf4NumberType.Int16 ? 2 : 1);
            before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                Assert.Equal(set.Count, set.Read().Length);
            }
            catch (UnreadableFileException)
            {
                setsRefused++;
            }

            var taken = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.True(taken <= Math.Min(declared + Above, InAll), $"file {number} took {taken} bytes to read {declared}");
            most = Math.Max(most, taken);
        }

        return (refused, setsRefused, most);
    }

    /// <summary>Changes the length of each axis in the tables that hold them.</summary>
    private static void ReplaceLengths(Span<byte> bytes, int from, int to)
    {
        Span<byte> before = stackalloc byte[4], after = stackalloc byte[4];
        System.Buffers.Binary.BinaryPrimitives.WriteInt32BigEndian(before, from);
        System.Buffers.Binary.BinaryPrimitives.WriteInt32BigEndian(after, to);
        for (int at; (at = bytes.IndexOf(before)) >= 0;)
        {
            after.CopyTo(bytes[at..]);
        }
    }
}
