namespace AzurePerf.Imagery.Hdf4;

/// <summary>
/// What one element of a data set or an attribute is, by its code in the file (HDF4 Specification and Developer's Guide, "Number types").
/// </summary>
public enum Hdf4NumberType : byte
{
    /// <summary>A byte of text without a sign, read as <see cref="byte"/>.</summary>
    UnsignedCharacter = 3,

    /// <summary>A byte of text, read as <see cref="byte"/>; attributes that hold text are of this type.</summary>
    Character = 4,

    /// <summary>IEEE 754, 4 bytes, read as <see cref="float"/>.</summary>
    Float32 = 5,

    /// <summary>IEEE 754, 8 bytes, read as <see cref="double"/>.</summary>
    Float64 = 6,

    /// <summary>-128 to 127, read as <see cref="sbyte"/>.</summary>
    Int8 = 20,

    /// <summary>0 to 255, read as <see cref="byte"/>.</summary>
    UInt8 = 21,

    /// <summary>-32,768 to 32,767, read as <see cref="short"/>.</summary>
    Int16 = 22,

    /// <summary>0 to 65,535, read as <see cref="ushort"/>.</summary>
    UInt16 = 23,

    /// <summary>A signed whole number of 4 bytes, read as <see cref="int"/>.</summary>
    Int32 = 24,

    /// <summary>A whole number of 4 bytes from 0, read as <see cref="uint"/>.</summary>
    UInt32 = 25,
}
