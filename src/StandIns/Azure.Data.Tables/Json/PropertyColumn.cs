using System.Linq.Expressions;
using System.Reflection;
using System.Text.Json;
using Azure.Data.Tables.Json.Values;

namespace Azure.Data.Tables.Json;

/// <summary>A column over compiled accessors: no reflection and no boxing once the type is known.</summary>
internal sealed class PropertyColumn<TValue> : Column
{
    private readonly ValueCodec<TValue> _codec = ValueCodecs.For<TValue>();
    private readonly JsonEncodedText _annotation;
    private readonly Func<object, TValue> _get;
    private readonly Action<object, TValue>? _set;

    public PropertyColumn(string name, PropertyInfo property)
        : base(name)
    {
        _annotation = JsonEncodedText.Encode(name + EdmTypes.AnnotationSuffix);
        _get = Getter(property);
        _set = property.CanWrite ? Setter(property) : null;
    }

    public override void Write(Utf8JsonWriter writer, object entity)
    {
        TValue value = _get(entity);
        if (_codec.IsNull(value))
        {
            writer.WriteNull(Name);
            return;
        }

        if (_codec.EdmType is { } edmType)
        {
            writer.WriteString(_annotation, edmType);
        }

        writer.WritePropertyName(Name);
        _codec.Write(writer, value);
    }

    public override void Read(ref Utf8JsonReader reader, object entity)
    {
        if (_set is not null && reader.TokenType is not JsonTokenType.Null)
        {
            _set(entity, _codec.Read(ref reader));
        }
    }

    private static Func<object, TValue> Getter(PropertyInfo property)
    {
        ParameterExpression entity = Expression.Parameter(typeof(object));
        MemberExpression access = Expression.Property(Expression.Convert(entity, property.DeclaringType!), property);
        return Expression.Lambda<Func<object, TValue>>(access, entity).Compile();
    }

    private static Action<object, TValue> Setter(PropertyInfo property)
    {
        ParameterExpression entity = Expression.Parameter(typeof(object));
        ParameterExpression value = Expression.Parameter(typeof(TValue));
        MemberExpression access = Expression.Property(Expression.Convert(entity, property.DeclaringType!), property);
        return Expression.Lambda<Action<object, TValue>>(Expression.Assign(access, value), entity, value).Compile();
    }
}
