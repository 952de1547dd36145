namespace Azure.Data.Tables.Json.Values;

/// <summary>Finds the codec of a property's type; called once per property and process.</summary>
internal static class ValueCodecs
{
    private static readonly Dictionary<Type, object> Known = new()
    {
        [typeof(string)] = StringCodec.Instance,
        [typeof(bool)] = BooleanCodec.Instance,
        [typeof(int)] = Int32Codec.Instance,
        [typeof(long)] = Int64Codec.Instance,
        [typeof(double)] = DoubleCodec.Instance,
        [typeof(Guid)] = GuidCodec.Instance,
        [typeof(byte[])] = BinaryCodec.Instance,
        [typeof(BinaryData)] = BinaryDataCodec.Instance,
        [typeof(DateTime)] = DateTimeCodec.Instance,
        [typeof(DateTimeOffset)] = DateTimeOffsetCodec.Instance,
    };

    /// <exception cref="NotSupportedException">No column can hold the type.</exception>
    public static ValueCodec<T> For<T>() => (ValueCodec<T>)For(typeof(T));

    private static object For(Type type)
    {
        if (Known.TryGetValue(type, out object? codec))
        {
            return codec;
        }

        if (type.IsEnum)
        {
            return Activator.CreateInstance(typeof(EnumCodec<>).MakeGenericType(type))!;
        }

        return Nullable.GetUnderlyingType(type) is { } inner
            ? Activator.CreateInstance(typeof(NullableCodec<>).MakeGenericType(inner), For(inner))!
            : throw new NotSupportedException($"A table column cannot hold a value of type {type}.");
    }
}
