using System.Linq.Expressions;
using Azure.Data.Tables.Json;

namespace Azure.Data.Tables.Filters;

/// <summary>A column named in a predicate.</summary>
internal sealed record FilterColumn(string Name, Type Type)
{
    /// <summary>The column that the expression reads from the entity; null if it reads none.</summary>
    public static FilterColumn? Find(Expression node, ParameterExpression entity) => node switch
    {
        UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.TypeAs } conversion => Find(conversion.Operand, entity),
        MemberExpression { Member.Name: nameof(Nullable<>.Value), Expression: { } inner } when IsNullable(inner) => Find(inner, entity),
        MemberExpression member when Owns(member.Expression, entity) => new FilterColumn(ColumnName.Of(member.Member), member.Type),
        MethodCallExpression { Arguments: [var name] } call when IsDictionaryRead(call, entity)
            => new FilterColumn((string)ClosedValue.Of(name, entity)!, call.Type),
        _ => null,
    };

    /// <summary>The value as the column stores it: enums by name.</summary>
    public string Literal(object? value)
    {
        Type plain = Nullable.GetUnderlyingType(Type) ?? Type;
        return plain.IsEnum && value is not null
            ? FilterLiteral.Quote(Enum.ToObject(plain, value).ToString()!)
            : FilterLiteral.Format(value);
    }

    private static bool IsNullable(Expression node) => Nullable.GetUnderlyingType(node.Type) is not null;

    private static bool IsDictionaryRead(MethodCallExpression call, ParameterExpression entity)
        => Owns(call.Object, entity)
            && entity.Type == typeof(TableEntity)
            && call.Method.Name.StartsWith("get", StringComparison.OrdinalIgnoreCase);

    private static bool Owns(Expression? owner, ParameterExpression entity)
        => owner == entity || (owner is UnaryExpression { NodeType: ExpressionType.Convert } conversion && conversion.Operand == entity);
}
