using System.Runtime.CompilerServices;
using AzurePerf.Imagery.Hdf4;

namespace AzurePerf.ImageryTests.Hdf4;

/// <summary>The files that Files/make.c made with the HDF Group's library, and the values it put there.</summary>
internal static class Samples
{
    private static readonly string Folder = Path.Combine(Path.GetDirectoryName(Here())!, "Files");

    public static byte[] Bytes(string name) => File.ReadAllBytes(Path.Combine(Folder, name));

    /// <summary>Element <paramref name="i"/> of the data set with key <paramref name="k"/>, as make.c computes it.</summary>
    public static object Element(Hdf4NumberType type, long i, long k)
    {
        var x = ((31 * i * i) + (17 * i) + k) % 65521;
        return type switch
        {
            Hdf4NumberType.Int8 => (object)(sbyte)x,
            Hdf4NumberType.Int16 => (short)x,
            Hdf4NumberType.UInt16 => (ushort)x,
            Hdf4NumberType.Int32 => (int)(x * 40503),
            Hdf4NumberType.UInt32 => (uint)(x * 40503),
            Hdf4NumberType.Float32 => (float)(x - 30000) / 8,
            Hdf4NumberType.Float64 => (double)(x - 30000) / 1024,
            _ => (byte)x,
        };
    }

    /// <summary>All elements of a data set, whatever its type.</summary>
    public static Array Read(this Hdf4DataSet set) => set.Type switch
    {
        Hdf4NumberType.Int8 => set.Read<sbyte>(),
        Hdf4NumberType.Int16 => set.Read<short>(),
        Hdf4NumberType.UInt16 => set.Read<ushort>(),
        Hdf4NumberType.Int32 => set.Read<int>(),
        Hdf4NumberType.UInt32 => set.Read<uint>(),
        Hdf4NumberType.Float32 => set.Read<float>(),
        Hdf4NumberType.Float64 => set.Read<double>(),
        _ => set.Read<byte>(),
    };

    private static string Here([CallerFilePath] string path = "") => path;
}
