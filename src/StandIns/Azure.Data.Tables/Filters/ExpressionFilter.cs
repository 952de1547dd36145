using System.Linq.Expressions;

namespace Azure.Data.Tables.Filters;

/// <summary>Turns a predicate over an entity into an OData filter.</summary>
internal static class ExpressionFilter
{
    /// <exception cref="NotSupportedException">The predicate has a part that the service cannot evaluate.</exception>
    public static string Format(LambdaExpression predicate)
    {
        ArgumentNullException.ThrowIfNull(predicate);
        return Condition(predicate.Body, predicate.Parameters[0]);
    }

    private static string Condition(Expression node, ParameterExpression entity) => node switch
    {
        BinaryExpression { NodeType: ExpressionType.AndAlso } both => Join(both, "and", entity),
        BinaryExpression { NodeType: ExpressionType.OrElse } either => Join(either, "or", entity),
        BinaryExpression comparison => Comparison(comparison, entity),
        UnaryExpression { NodeType: ExpressionType.Not } not => $"not ({Condition(not.Operand, entity)})",
        _ when FilterColumn.Find(node, entity) is { } column && node.Type == typeof(bool) => $"{column.Name} eq true",
        _ => throw NotSupported(node),
    };

    private static string Join(BinaryExpression node, string word, ParameterExpression entity)
        => $"({Condition(node.Left, entity)}) {word} ({Condition(node.Right, entity)})";

    private static string Comparison(BinaryExpression node, ParameterExpression entity)
    {
        ExpressionType order = node.NodeType;
        (Expression left, Expression right) = StringOrder.Operands(node) ?? (node.Left, node.Right);
        FilterColumn? column = FilterColumn.Find(left, entity);
        if (column is null)
        {
            column = FilterColumn.Find(right, entity) ?? throw NotSupported(node);
            (order, right) = (Mirror(order), left);
        }

        return $"{column.Name} {Word(order, node)} {column.Literal(ClosedValue.Of(right, entity))}";
    }

    private static string Word(ExpressionType order, BinaryExpression node) => order switch
    {
        ExpressionType.Equal => "eq",
        ExpressionType.NotEqual => "ne",
        ExpressionType.LessThan => "lt",
        ExpressionType.LessThanOrEqual => "le",
        ExpressionType.GreaterThan => "gt",
        ExpressionType.GreaterThanOrEqual => "ge",
        _ => throw NotSupported(node),
    };

    private static ExpressionType Mirror(ExpressionType order) => order switch
    {
        ExpressionType.LessThan => ExpressionType.GreaterThan,
        ExpressionType.LessThanOrEqual => ExpressionType.GreaterThanOrEqual,
        ExpressionType.GreaterThan => ExpressionType.LessThan,
        ExpressionType.GreaterThanOrEqual => ExpressionType.LessThanOrEqual,
        _ => order,
    };

    internal static NotSupportedException NotSupported(Expression node)
        => new($"The service cannot evaluate this part of a filter: {node}.");
}
