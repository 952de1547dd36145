using System.Linq.Expressions;

namespace Azure.Data.Tables.Filters;

/// <summary>Looks for the entity inside an expression.</summary>
internal sealed class EntityUse(ParameterExpression entity) : ExpressionVisitor
{
    private bool _found;

    public static bool Appears(Expression node, ParameterExpression entity)
    {
        var search = new EntityUse(entity);
        search.Visit(node);
        return search._found;
    }

    protected override Expression VisitParameter(ParameterExpression node)
    {
        _found |= node == entity;
        return node;
    }
}
